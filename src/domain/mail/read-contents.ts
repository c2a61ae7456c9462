import type { Lang } from '#contracts/language.ts';
import type { MailFrequency } from '#contracts/mailing.ts';
import { MESSAGE_CATEGORIES } from '#contracts/message-categories.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { isBannedSql } from '#db/is-banned-sql.ts';
import { statement } from '#db/statement.ts';
import { readerExcerptSql } from '../message/reader-text.ts';
import { findNotificationSql } from '../notification/group-sql.ts';
import { NOTIFIED_JOINS_SQL } from '../notification/notified-joins.ts';
import { isCurrentSql, isQueueKindSql, waitingCountSql } from '../notification/queue-notices.ts';
import { toReaderGroupId, type Viewer } from '../viewer.ts';
import { isAuthorShownSql, isShownSql } from '../visibility.ts';
import { ignoredIdsSql, mayBeToldSql } from '../watch/muting-sql.ts';

/*
 * What a letter tells of, as its receiver may read it at the moment at which it is sent: what was
 * read, taken away, moved to where they may not look, or written by somebody whom they ignore by
 * then isn't in it.
 */

/** Who is mailed. */
export interface Receiver {
  userId: number;
  nickname: string;
  address: string;
  checked: boolean;
  lang: Lang;
  viewer: Viewer;
  /** Gone, or banned at the moment. */
  isAway: boolean;
  isStopped: boolean;
  frequency: MailFrequency;
  digest: boolean;
  notices: Readonly<Record<string, boolean>>;
}

interface ReceiverRow extends Omit<Receiver, 'viewer'> {
  groupId: number;
  read: boolean;
}

const selectReceiver = statement<ReceiverRow, { userId: number }>(`
  select
    u.id as "userId",
    u.nickname,
    u.email as address,
    u.email_checked as checked,
    u.language as lang,
    u.group_id as "groupId",
    coalesce(g.allow_read, false) as read,
    u.left_at is not null
      or coalesce(${isBannedSql('u')}, false) as "isAway",
    c.stopped_at is not null as "isStopped",
    coalesce(c.frequency, 'off') as frequency,
    coalesce(c.digest, false) as digest,
    coalesce(c.notices, '{}') as notices
  from "user" u
  left join "group" g on g.id = u.group_id
  left join mail_choice c on c.user_id = u.id
  where u.id = :userId`);

export async function readReceiver(db: Db, userId: number): Promise<Receiver | undefined> {
  const [row] = await selectReceiver(db, { userId });
  if (!row) return undefined;
  const { groupId, read, ...rest } = row;
  return { ...rest, viewer: { userId, groupId, rights: { read } } };
}

/** Whether letters reach somebody at all. */
export const isReachable = ({ address, checked, isAway, isStopped }: Receiver): boolean =>
  address !== '' && checked && !isAway && !isStopped;

/** Something that happened, or several of one kind in one place. */
export interface MailItem {
  id: number;
  kind: string;
  category: number;
  /** Events since the last letter about it; or how much waits for the moderator. */
  events: number;
  note: string;
  /** What a moderator did, as the action log names it. */
  act: string;
  threadId: number | null;
  postId: number | null;
  commentId: number | null;
  floor: number;
  /** '' without a thread. */
  subject: string;
  forumId: number;
  forumName: string;
  forumNameEn: string;
  excerpt: string;
  /** '' where nobody is named. */
  actor: string;
  likes: number;
}

/** SQL: the post `g` is shown, and the receiver of the notification `told` may be told of it. */
const IS_TOLD_SQL = `
  ${isShownSql('g')}
  and ${isAuthorShownSql('gu')}
  and g.user_id <> told.user_id
  and g.user_id <> all (${ignoredIdsSql(':userId')})`;
/**
 * SQL: the first post of the group `told` that is shown: the one that it leads to may have been
 * taken away or moved, while others are there. Replies are those behind its floor in that thread.
 */
const FIRST_OF_GROUP_SQL = `
  case
    when told.count = 1 then null
    when told.group_key like 'replies:%' then (
      select g.id
      from post g
      ${joinByKeySql('"user"', 'gu', 'g.user_id')}
      where g.thread_id = told.thread_id
        and g.floor >= (
          select
            case
              when first.thread_id = told.thread_id then first.floor
              when first.from_thread_id = told.thread_id then first.from_floor
            end
          from post first
          where first.id = told.post_id
        )
        and ${IS_TOLD_SQL}
      order by g.floor
      limit 1
    )
    when told.group_key like 'threads:%' then (
      select g.id
      from post g
      join thread gt on gt.id = g.thread_id
      ${joinByKeySql('"user"', 'gu', 'g.user_id')}
      where g.forum_id = split_part(told.group_key, ':', 2)::int
        and g.floor = 0
        and g.id >= told.post_id
        and ${isShownSql('gt')}
        and ${IS_TOLD_SQL}
      order by g.id
      limit 1
    )
  end`;

// As domain/notification/read.ts reads them, for who gets the letter; what isn't shown is left out.
const selectItems = statement<MailItem, { userId: number; refs: string; reader: number | null }>(`
  select
    n.id,
    n.kind,
    n.category,
    case
      when ${isQueueKindSql('n')} then ${waitingCountSql('n')}
      when n.group_key is null then refs.e
      else least(refs.e, n.count)
    end as events,
    n.note,
    n.act,
    t.id as "threadId",
    p.id as "postId",
    n.comment_id as "commentId",
    coalesce(p.floor, 0) as floor,
    case
      when shown.thread then t.subject
      else ''
    end as subject,
    coalesce(t.forum_id, n.forum_id, 0) as "forumId",
    coalesce(f.name, '') as "forumName",
    coalesce(f.name_en, '') as "forumNameEn",
    case
      when not shown.thread or n.kind = 'like' then ''
      when c.id is not null then case
          when ${isShownSql('c')} and ${isAuthorShownSql('cu')} then ${readerExcerptSql(
            'c.html',
            'c.excerpt',
          )}
          else ''
        end
      when ${isShownSql('p')} and ${isAuthorShownSql('pu')} then ${readerExcerptSql(
        'p.html',
        'p.excerpt',
      )}
      else ''
    end as excerpt,
    coalesce(s.nickname, '') as actor,
    case
      when n.kind <> 'like' then 0
      when c.id is not null then c.likes_cnt
      when n.post_id is null or p.floor = 0 then coalesce(t.likes_cnt, 0)
      else p.likes_cnt
    end as likes
  from jsonb_to_recordset(:refs::jsonb) as refs(k text, n int, p int, e int)
  cross join lateral (
    ${findNotificationSql('*', { user: ':userId', id: 'refs.n', group: 'refs.k', post: 'refs.p' })}
  ) told
  cross join lateral (
    select
      told.id,
      told.user_id,
      told.kind,
      told.category,
      told.actor_id,
      told.thread_id,
      coalesce(${FIRST_OF_GROUP_SQL}, told.post_id) as post_id,
      told.comment_id,
      told.forum_id,
      told.group_key,
      told.count,
      told.note,
      told.act,
      told.read_at
  ) n
  ${NOTIFIED_JOINS_SQL}
  where n.read_at is null
    and ${isCurrentSql('n')}
    and (
      n.category = ${MESSAGE_CATEGORIES.system}
      or (
        shown.thread
        and (p.id is null or (${isShownSql('p')} and ${isAuthorShownSql('pu')}))
        and (c.id is null or (${isShownSql('c')} and ${isAuthorShownSql('cu')}))
        and ${mayBeToldSql(
          {
            user: 'n.user_id',
            actor: 'n.actor_id',
            thread: 'n.thread_id',
            forum: '(select forum_id from thread where id = n.thread_id)',
          },
          'true',
        )}
      )
    )
  order by n.id desc`);

/** Who wrote letters, and how many. */
export interface LetterItem {
  senderId: number;
  nickname: string;
  events: number;
}
/**
 * SQL: how many of the last letters of the sender of the row of letter with this id its receiver
 * has neither read nor deleted, and may read. Both parameters are expressions.
 */
export const countUnreadLettersSql = (id: string, last: string): string => `
  (
    select
      count(*) filter (
        where read_at is null and deleted_by_receiver is null and hidden_at is null
      )::int
    from (
      select sent.read_at, sent.deleted_by_receiver, sent.hidden_at
      from letter sent
      where least(sent.sender_id, sent.receiver_id) = least(letter.sender_id, letter.receiver_id)
        and greatest(sent.sender_id, sent.receiver_id)
          = greatest(letter.sender_id, letter.receiver_id)
        and sent.sender_id = letter.sender_id
        and sent.id <= ${id}
      order by sent.id desc
      limit ${last}
    ) latest
  )`;

// The id is that of the last letter: it may be gone while others before it are unread.
const selectLetterItems = statement<LetterItem, { userId: number; refs: string }>(`
  select s.id as "senderId", s.nickname, l.unread as events
  from jsonb_to_recordset(:refs::jsonb) as refs(l int, e int)
  cross join lateral (
    select sender_id, ${countUnreadLettersSql('refs.l', 'refs.e')} as unread
    from letter
    where id = refs.l and receiver_id = :userId
    limit 1
  ) l
  join "user" s on s.id = l.sender_id
  where l.unread > 0 and s.id <> all (${ignoredIdsSql(':userId')})
  order by refs.l desc`);

/**
 * Reference of a row of mail: a notification, or the last private message of a member. Its JSON
 * has two more fields for SQL, which rows of former versions lack: `k`, the key of mail_event, and
 * `p`, the post that a group of notifications leads to.
 */
export interface MailRef {
  n: number | null;
  l: number | null;
  e: number;
}

export interface MailContents {
  items: MailItem[];
  letters: LetterItem[];
}

/** What is left to tell of. */
export async function readMailContents(
  db: Db,
  { userId, viewer, notices }: Receiver,
  refs: readonly MailRef[],
): Promise<MailContents> {
  const wants = new Map(Object.entries(notices));
  const isWanted = (kind: string) => wants.get(kind) ?? true;
  const params = { userId, refs: JSON.stringify(refs) };
  const [items, letters] = await Promise.all([
    refs.some(({ n }) => n !== null)
      ? selectItems(db, { ...params, reader: toReaderGroupId(viewer) })
      : [],
    refs.some(({ l }) => l !== null) && isWanted('letter') ? selectLetterItems(db, params) : [],
  ]);
  return { items: items.filter(({ kind }) => isWanted(kind)), letters };
}
