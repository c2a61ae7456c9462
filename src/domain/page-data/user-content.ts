import { AppError } from '#contracts/errors.ts';
import { htmlToPlainText } from '#contracts/html-to-plain-text.ts';
import type { MediaWords } from '#contracts/media-words.ts';
import type { ForumBriefWire } from '#contracts/wire/forum.ts';
import type { UserPostsReplyWire, UserThreadsReplyWire } from '#contracts/wire/own-content.ts';
import type { QuotedPostWire, ThreadBriefWire } from '#contracts/wire/post.ts';
import { statement } from '#db/statement.ts';
import {
  getWithheldText,
  toPostBody,
  toPostWire,
  toQuotedPostWire,
} from '../content/post/present.ts';
import {
  getNamedUsers,
  quotingColumns,
  quotingJoin,
  type SelectedQuotingPost,
  toQuotingRows,
} from '../content/post/quoting-rows.ts';
import {
  STATE_NUMBERS,
  type ThreadWireRow,
  threadWireColumns,
  toThreadBriefWire,
  toThreadListItemWire,
} from '../content/thread/present.ts';
import { createPresentContext } from '../people/present-context.ts';
import { readReferenceData } from '../reference/reference-data.ts';
import { unreadableForumIdsSql } from '../shared/forum-access.ts';
import type { ReadContext } from '../shared/read-context.ts';
import { THREADS_OF_USER_SQL } from '../shared/threads-of-user-sql.ts';
import { toReaderGroupId } from '../shared/viewer.ts';
import { isShownToSql } from '../shared/visibility.ts';

/** Intervals by `date_type` on the wire. */
export const PERIOD_INTERVALS = [undefined, '1 week', '1 month', '1 year'] as const;

export interface UserContentQuery {
  userId: number;
  /** Index into PERIOD_INTERVALS. */
  period: number;
  /** Includes deleted and hidden content; only for its author. */
  includesWithheld: boolean;
  /** From 0. */
  page: number;
  limit: number;
}

interface UserContentParams {
  userId: number;
  reader: number | null;
  /** PostgreSQL interval. */
  period: string | null;
  viewerId: number | null;
  withheld: boolean;
}
type PageParams = UserContentParams & { limit: number; offset: number };

// Authors see their own pending content, and removed content on request. Threads in unreadable
// forums are excluded even for them, because a row names the forum.
const READABLE_SQL = `t.forum_id <> all (${unreadableForumIdsSql(':reader')})`;
const SHOWN_THREAD_SQL = `${isShownToSql('t', ':viewerId')} and ${READABLE_SQL}`;
const createdWithinPeriodSql = (p: string): string =>
  `(:period::text is null or ${p}.created_at > now() - :period::text::interval)`;
const USER_THREAD_SQL = `
  (${SHOWN_THREAD_SQL} or (:withheld::bool and t.user_id = :viewerId::int and ${READABLE_SQL}))
  and ${createdWithinPeriodSql('t')}`;
// The sum excludes the partial indexes of replies, which cover all users.
const USER_REPLY_SQL = `
  p.user_id = :userId
  and p.floor + 0 > 0
  and (p.state = 'normal' or (:withheld::bool and p.user_id = :viewerId::int))
  and (p.checked or p.user_id = :viewerId)
  and ${createdWithinPeriodSql('p')}
  and (select ${SHOWN_THREAD_SQL} from thread t where t.id = p.thread_id)`;

interface UserCounts {
  count: number;
  /** Threads and replies, by the user's counters. */
  all: number;
  replies: number;
}

const userCountsSql = (count: string): string => `
  select ${count} as count, u.posts_cnt as all, u.posts_cnt - u.threads_cnt as replies
  from "user" u
  where u.id = :userId`;
const selectThreadCounts = statement<UserCounts, UserContentParams>(
  userCountsSql(`(select count(*)::int from ${THREADS_OF_USER_SQL} where ${USER_THREAD_SQL})`),
);
const selectReplyCounts = statement<UserCounts, UserContentParams>(
  userCountsSql(`(select count(*)::int from post p where ${USER_REPLY_SQL})`),
);

const selectThreads = statement<ThreadWireRow, PageParams>(`
  select ${threadWireColumns}
  from ${THREADS_OF_USER_SQL}
  where ${USER_THREAD_SQL}
  order by t.id desc
  limit (select :limit::int) offset (select :offset::int)`);
const selectReplies = statement<SelectedQuotingPost, PageParams>(`
  select ${quotingColumns(':viewerId')}
  from (
    select *
    from post p
    where ${USER_REPLY_SQL}
    order by p.id desc
    limit :limit::int offset :offset::int
  ) p
  ${quotingJoin}
  order by p.id desc`);
const selectFirstPosts = statement<
  SelectedQuotingPost,
  { threadIds: readonly number[]; userId: number | null }
>(
  `
    select ${quotingColumns(':userId')}
    from post p
    ${quotingJoin}
    where p.thread_id = any(:threadIds::int[]) and p.floor = 0`,
);
const selectThreadsByIds = statement<ThreadWireRow, { ids: readonly number[] }>(
  `select ${threadWireColumns} from thread t where t.id = any(:ids::int[])`,
);

const toParams = (
  { viewer }: ReadContext,
  { userId, period, includesWithheld }: UserContentQuery,
): UserContentParams => ({
  userId,
  reader: toReaderGroupId(viewer),
  period: PERIOD_INTERVALS[period] ?? null,
  viewerId: viewer?.userId ?? null,
  withheld: includesWithheld,
});

/** Throws notFound. */
export async function readUserThreads(
  reading: ReadContext,
  query: UserContentQuery,
): Promise<Omit<UserThreadsReplyWire, 'code'>> {
  const { db, timeZone } = reading;
  const { page, limit } = query;
  const [reference, [head], rows] = await Promise.all([
    readReferenceData(db, timeZone),
    selectThreadCounts(db, toParams(reading, query)),
    selectThreads(db, { ...toParams(reading, query), limit, offset: page * limit }),
  ]);
  if (!head) throw new AppError('notFound');
  const firstPostRows =
    rows.length > 0
      ? toQuotingRows(
          await selectFirstPosts(db, {
            threadIds: rows.map((row) => row.id),
            userId: reading.viewer?.userId ?? null,
          }),
          reading.mediaWords,
        )
      : [];
  const context = await createPresentContext(reading, reference, [
    ...getNamedUsers(firstPostRows),
    ...rows,
  ]);
  const firstOf = new Map(firstPostRows.map((post) => [post.threadId, post]));
  const data = rows.flatMap((row) => {
    const first = firstOf.get(row.id);
    return first
      ? [
          {
            ...toThreadListItemWire(row, context),
            post: toPostWire(
              first,
              { thread: toThreadBriefWire(row, context), quote: undefined, comments: [] },
              context,
            ),
          },
        ]
      : [];
  });
  return {
    data,
    total_count: head.count,
    total_limit: limit,
    total_offset: page,
    total_tp_count: head.all,
  };
}

const toPlainQuote = (quote: QuotedPostWire, words: MediaWords): QuotedPostWire => ({
  ...quote,
  message_fmt: htmlToPlainText(quote.message, words),
});

/** Throws notFound. */
export async function readUserReplies(
  reading: ReadContext,
  query: UserContentQuery,
): Promise<UserPostsReplyWire> {
  const { db, timeZone } = reading;
  const { page, limit } = query;
  const [reference, [head], selected] = await Promise.all([
    readReferenceData(db, timeZone),
    selectReplyCounts(db, toParams(reading, query)),
    selectReplies(db, { ...toParams(reading, query), limit, offset: page * limit }),
  ]);
  if (!head) throw new AppError('notFound');
  const rows = toQuotingRows(selected, reading.mediaWords);
  const threads =
    rows.length > 0
      ? await selectThreadsByIds(db, { ids: [...new Set(rows.map((row) => row.threadId))] })
      : [];
  const context = await createPresentContext(reading, reference, [
    ...getNamedUsers(rows),
    ...threads,
  ]);
  const briefs = new Map(threads.map((thread) => [thread.id, toThreadBriefWire(thread, context)]));
  const data = rows.map((row) => ({
    ...toPostBody(row, context),
    message_fmt: htmlToPlainText(
      getWithheldText(row, context) ?? row.html ?? '',
      context.mediaWords,
    ),
    created_at_desc: context.timeAgo(row.createdAt),
    updated_at_desc: context.timeAgo(row.updatedAt),
    storey: row.floor,
    state: STATE_NUMBERS[row.state],
    deleted_at: row.deletedAt?.toISOString() ?? null,
    quote_user:
      row.quoteUserId !== null && row.quote && getWithheldText(row, context) === undefined
        ? context.users.toWire(row.quoteUserId)
        : null,
    quote_post:
      row.quote && getWithheldText(row, context) === undefined
        ? toPlainQuote(toQuotedPostWire(row.quote, context), context.mediaWords)
        : null,
    thread: briefs.get(row.threadId) as ThreadBriefWire,
    forum: context.reference.forums.get(row.forumId) as ForumBriefWire,
  }));
  return {
    data,
    posts_count: head.replies,
    total_count: head.count,
    total_limit: limit,
    total_offset: page,
    total_tp_count: head.all,
  };
}
