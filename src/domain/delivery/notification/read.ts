import { MESSAGE_CATEGORIES } from '#contracts/message-categories.ts';
import type { MessageCountsWire, MessagesReplyWire } from '#contracts/wire/own-content.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { readerExcerptSql } from '../../message/reader-text.ts';
import type { ReadContext } from '../../shared/read-context.ts';
import { toReaderGroupId, type Viewer } from '../../shared/viewer.ts';
import { isAuthorShownSql, isShownSql } from '../../shared/visibility.ts';
import { isIgnoredSql, visibleNotificationsSql } from '../watch/muting-sql.ts';
import { NOTIFIED_JOINS_SQL } from './notified-joins.ts';
import { type NotificationRow, toMessageCountsWire, toMessageWire } from './present.ts';
import { isQueueKindSql, queueLengthSql } from './queue-notices.ts';

const countUnreadOfUsers = statement<
  { userId: number; category: number; count: number },
  { userIds: readonly number[] }
>(`
  select receiver.id as "userId", unread.category, unread.count
  from unnest(:userIds::int[]) as receiver(id)
  cross join lateral (
    select category, count(*)::int as count
    from (${visibleNotificationsSql('n.category', 'receiver.id', 'n.read_at is null')}) visible
    group by category
    union all
    select ${MESSAGE_CATEGORIES.letters}, count(*)::int
    from letter
    where receiver_id = receiver.id
      and read_at is null
      and deleted_by_receiver is null
      and not ${isIgnoredSql('receiver_id', 'sender_id')}
  ) unread`);

/** Unread messages per category, for several users in one query. */
export async function readMessageCountsOfUsers(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, MessageCountsWire>> {
  const rows = Map.groupBy(await countUnreadOfUsers(db, { userIds }), ({ userId }) => userId);
  return new Map(userIds.map((id) => [id, toMessageCountsWire(rows.get(id) ?? [])]));
}

/** Unread messages per category. */
export const readMessageCounts = async (
  { db }: Pick<ReadContext, 'db'>,
  userId: number,
): Promise<MessageCountsWire> =>
  (await readMessageCountsOfUsers(db, [userId])).get(userId) ?? toMessageCountsWire([]);

/** Named users per notification of likes; the others are counted. */
const MAX_NAMED_LIKERS = 2;
const likersSql = (table: string, column: string, id: string): string =>
  `
    (
      select json_agg(json_build_object('id', l.id, 'nickname', l.nickname, 'avatar', l.avatar))
      from (
        select lu.id, lu.nickname, lu.avatar
        from ${table} x
        ${joinByKeySql('"user"', 'lu', 'x.user_id')}
        where x.${column} = ${id} and x.user_id <> n.user_id
        order by x.created_at desc
        limit ${MAX_NAMED_LIKERS}
      ) l
    )`;

/** SQL: likes of a thread, including those of a split-off reply that became a first post. */
const IS_THREAD_LIKE_SQL = '(n.post_id is null or p.floor = 0)';

/** SQL: end of the ban of a notification; both were written in one transaction. */
const BAN_END_SQL = `
  (
    select b.end_at
    from ban b
    where b.user_id = n.user_id and b.created_at = n.created_at
    limit 1
  )`;

/** SQL: whether the comment, or else the post, is shown. */
const IS_TEXT_SHOWN_SQL = `(
  shown.thread
  and case
    when c.id is not null then ${isShownSql('c')} and ${isAuthorShownSql('cu')}
    else ${isShownSql('p')} and ${isAuthorShownSql('pu')}
  end
)`;
/** SQL: whether the receiver's own post, which it answers, is shown. */
const IS_OWN_SHOWN_SQL = `(shown.thread and ${isShownSql('own')} and own.user_id = n.user_id)`;

// Omits content that was deleted, hidden, or moved to a thread that the receiver may not read.
const selectPageOf = (chosen: string) =>
  statement<
    NotificationRow,
    { userId: number; category: number; limit: number; offset: number; reader: number | null }
  >(`
    select
      n.id,
      n.category,
      n.kind,
      n.note,
      n.act,
      case
        when n.act = 'user.ban' then ${BAN_END_SQL}
      end as "banEndAt",
      n.created_at as "createdAt",
      n.read_at as "readAt",
      coalesce(p.thread_id, n.thread_id) as "threadId",
      coalesce(n.post_id, case when p.floor > 0 then p.id end) as "postId",
      case when n.kind = 'like' then t.first_post_id end as "likedFirstPostId",
      n.comment_id as "commentId",
      r.id as "receiverId",
      r.nickname as "receiverNickname",
      r.avatar as "receiverAvatar",
      s.id as "senderId",
      s.nickname as "senderNickname",
      s.avatar as "senderAvatar",
      case
        when shown.thread or (n.kind = 'moderation' and t.user_id = n.user_id)
          then coalesce(t.subject, '')
        else ''
      end as subject,
      coalesce(t.theme_id, 0) as "themeId",
      case when ${isQueueKindSql('n')} then ${queueLengthSql('n')} else n.count end as count,
      coalesce(t.forum_id, n.forum_id, 0) as "forumId",
      coalesce(f.name, '') as "forumName",
      coalesce(f.name_en, '') as "forumNameEn",
      th.name as "themeName",
      th.name_en as "themeNameEn",
      case
        when ${IS_TEXT_SHOWN_SQL} then ${readerExcerptSql(
          'coalesce(c.html, p.html)',
          'coalesce(c.excerpt, p.excerpt)',
        )}
        else ''
      end as excerpt,
      case
        when ${IS_OWN_SHOWN_SQL} then ${readerExcerptSql('own.html', 'own.excerpt')}
        else ''
      end as "ownExcerpt",
      coalesce(p.floor, 0) as floor,
      coalesce(t.language, '') as language,
      case
        when n.kind <> 'like' then null
        when n.comment_id is not null then ${likersSql('comment_like', 'comment_id', 'n.comment_id')}
        when ${IS_THREAD_LIKE_SQL} then ${likersSql('thread_like', 'thread_id', 't.id')}
        else ${likersSql('post_like', 'post_id', 'n.post_id')}
      end as likers,
      case
        when n.kind <> 'like' then 1
        when n.comment_id is not null then c.likes_cnt
        when ${IS_THREAD_LIKE_SQL} then t.likes_cnt
        else p.likes_cnt
      end as acts
    from (${chosen}) n
    ${joinByKeySql('"user"', 'r', 'n.user_id')}
    ${NOTIFIED_JOINS_SQL}
    left join post own
      on own.id = case when n.kind = 'quote' then p.quote_post_id else n.post_id end
      and own.thread_id = p.thread_id
    left join theme th on n.act = 'thread.move' and th.id = t.theme_id
    order by n.id desc`);
const selectCategoryPage = selectPageOf(
  `
    select *
    from (${visibleNotificationsSql('n.*', ':userId', 'n.category = :category')}) visible
    order by id desc
    limit :limit::int offset :offset::int`,
);
// The newest of each category, as ranges of its index.
const selectPageOfAllCategories = selectPageOf(`
  select own.*
  from unnest(array[${Object.values(MESSAGE_CATEGORIES).join()}]::smallint[]) as kind(of),
    lateral (
      select *
      from (${visibleNotificationsSql('n.*', ':userId', 'n.category = kind.of and :category = 0')}) visible
      order by id desc
      limit :limit::int + :offset::int
    ) own
  order by own.id desc
  limit :limit::int offset :offset::int`);
const countMessages = statement<{ count: number }, { userId: number; category: number }>(
  `
    select count(*)::int as count
    from (
      ${visibleNotificationsSql('n.id', ':userId', '(:category = 0 or n.category = :category)')}
    ) visible`,
);

/** Notifications of a category, newest first; 0: of all categories. */
export async function readNotifications(
  context: ReadContext,
  viewer: Viewer,
  category: number,
  page: number,
  limit: number,
): Promise<MessagesReplyWire> {
  const { db } = context;
  const [rows, [counted]] = await Promise.all([
    (category === 0 ? selectPageOfAllCategories : selectCategoryPage)(db, {
      userId: viewer.userId,
      category,
      limit,
      offset: page * limit,
      reader: toReaderGroupId(viewer),
    }),
    countMessages(db, { userId: viewer.userId, category }),
  ]);
  return {
    data: rows.map((row) => toMessageWire(row, context)),
    total_count: counted?.count ?? 0,
    total_limit: limit,
    total_offset: page,
  };
}
