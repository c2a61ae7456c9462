import type { ThreadLanguage } from '#contracts/language.ts';
import type { UserPage, UserReply } from '#contracts/page-model.ts';
import type { UserTab } from '#contracts/paths.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { isBannedSql } from '#db/is-banned-sql.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { THREADS_PER_PAGE } from '#platform/limits.ts';
import { readThreadRows } from '../content/thread/list-for-pages.ts';
import { readerExcerptSql } from '../message/reader-text.ts';
import {
  authorCardColumns,
  authorCardJoin,
  type SelectedAuthorCard,
  toAuthorCard,
} from '../people/author-card.ts';
import type { PageData } from '../shared/page-data.ts';
import { THREADS_OF_USER_SQL } from '../shared/threads-of-user-sql.ts';
import { isAuthorShownSql, isPublicThreadSql, isShownSql } from '../shared/visibility.ts';

const GROUP_COLUMNS = pickColumns(schema.group, ['id', 'name', 'nameEn']);
type SelectedUser = SelectedAuthorCard &
  RowOf<typeof GROUP_COLUMNS, 'group_'> & { banned: boolean | null };

const selectUser = statement<SelectedUser, { userId: number }>(`
  select
    ${authorCardColumns('u')},
    ${isBannedSql('u')} as banned,
    ${GROUP_COLUMNS.sql('g', 'group_')}
  from "user" u
  ${authorCardJoin('u')}
  join "group" g on g.id = u.group_id
  where u.id = :userId`);
interface PageRange {
  userId: number;
  limit: number;
  offset: number;
}
const selectThreadIds = statement<{ id: number }, PageRange>(`
  select t.id
  from ${THREADS_OF_USER_SQL}
  where ${isPublicThreadSql('t')}
  order by t.id desc
  limit :limit offset :offset`);
// The sum excludes the partial indexes of replies, which cover all users.
const selectReplies = statement<
  {
    postId: number;
    threadId: number;
    floor: number;
    threadAuthor: number;
    subject: string;
    language: ThreadLanguage;
    excerpt: string;
    createdAt: Date;
  },
  PageRange
>(`
  select
    p.id as "postId",
    p.thread_id as "threadId",
    p.floor,
    t.user_id as "threadAuthor",
    case when ${isAuthorShownSql('tu')} then t.subject else '' end as subject,
    t.language,
    ${readerExcerptSql('p.html', 'p.excerpt')} as excerpt,
    p.created_at as "createdAt"
  from post p
  ${joinByKeySql('thread', 't', 'p.thread_id')}
  ${joinByKeySql('"user"', 'tu', 't.user_id')}
  where
    p.user_id = :userId
    and p.floor + 0 > 0
    and ${isShownSql('p')}
    and ${isPublicThreadSql('t')}
  order by p.id desc
  limit :limit offset :offset`);

/** A user's page: card, and threads or replies; undefined if there is no such user or page. */
export async function readUserPage(
  db: Db,
  userId: number,
  tab: UserTab,
  page: number,
): Promise<PageData<UserPage> | undefined> {
  const [row] = await selectUser(db, { userId });
  if (!row) return undefined;
  const author = toAuthorCard(row);
  const total = tab === 'threads' ? author.threadsCnt : author.repliesCnt;
  const pages = Math.max(1, Math.ceil(total / THREADS_PER_PAGE));
  if (page > pages) return undefined;
  const range = { userId, limit: THREADS_PER_PAGE, offset: (page - 1) * THREADS_PER_PAGE };
  const toPaged = <T>(items: T[]) => ({ items, page, pages, total });
  const hidden = row.authorHidden === true;
  const threads =
    tab === 'threads'
      ? await readThreadRows(
          db,
          (await selectThreadIds(db, range)).map(({ id }) => id),
        )
      : undefined;
  const replies = tab === 'replies' ? (hidden ? [] : await selectReplies(db, range)) : undefined;
  return {
    data: {
      user: {
        ...author,
        likesCnt: row.card_likesCnt,
        banned: row.banned === true,
        group: { name: row.group_name, nameEn: row.group_nameEn },
      },
      tab,
      ...(threads ? { threads: toPaged(threads) } : {}),
      ...(replies
        ? { replies: toPaged(replies.map(({ threadAuthor, ...reply }): UserReply => reply)) }
        : {}),
    },
    tags: [
      cacheTag.user(userId),
      cacheTag.userPage(userId),
      cacheTag.group(row.group_id),
      ...(threads ?? []).map((thread) => cacheTag.threadRow(thread.id)),
      ...(replies ?? []).flatMap((one) => [
        cacheTag.threadRow(one.threadId),
        cacheTag.user(one.threadAuthor),
      ]),
    ],
  };
}
