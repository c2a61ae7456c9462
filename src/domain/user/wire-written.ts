import { AppError } from '#contracts/errors.ts';
import type { ForumBriefWire } from '#contracts/wire/forum.ts';
import type { UserPostsReplyWire, UserThreadsReplyWire } from '#contracts/wire/own-content.ts';
import type { ThreadBriefWire } from '#contracts/wire/post.ts';
import { statement } from '#db/statement.ts';
import { plainText } from '#search/highlight.ts';
import { readerOf, unreadableSql } from '../forum/access.ts';
import { readCommunity } from '../forum/wire-community.ts';
import { around, type Reading } from '../forum/wire-reading.ts';
import { insteadOf, presentPost, presentPostBody, presentQuotedPost } from '../post/present.ts';
import { peopleIn, quotingColumns, quotingJoin, toQuoting } from '../post/wire-rows.ts';
import {
  presentListedThread,
  presentThreadBrief,
  STATE,
  type ThreadWireRow,
  threadWireColumns,
} from '../thread/present.ts';
import { authorsOf } from '../thread/wire-list.ts';

/* What a person has written, newest first. */

/** `date_type` on the wire: how far back. */
export const PERIODS = [undefined, '1 week', '1 month', '1 year'] as const;

export interface Written {
  userId: number;
  /** Index into PERIODS. */
  period: number;
  /** Also what was deleted or hidden; only its author is told. */
  withheld: boolean;
  /** From 0. */
  page: number;
  limit: number;
}

interface Params {
  userId: number;
  reader: number | null;
  /** An interval of PostgreSQL's. */
  period: string | null;
  viewerId: number | null;
  withheld: boolean;
}
type PageParams = Params & { limit: number; offset: number };

// The author sees their own that wait for review, and on request what was taken away. What stands
// in a forum that they may not read is in no list of theirs either: its place has a name.
const readable = `t.forum_id <> all (${unreadableSql(':reader')})`;
const shownThread = `t.state = 'normal' and (t.checked or t.user_id = :viewerId) and ${readable}`;
const lately = (p: string): string =>
  `(:period::text is null or ${p}.created_at > now() - :period::text::interval)`;
const ownThread = `
  t.user_id = :userId
  and (${shownThread} or (:withheld::bool and t.user_id = :viewerId::int and ${readable}))
  and ${lately('t')}`;
const ownReply = `
  p.user_id = :userId
  and p.floor > 0
  and (p.state = 'normal' or (:withheld::bool and p.user_id = :viewerId::int))
  and (p.checked or p.user_id = :viewerId)
  and ${lately('p')}
  and (select ${shownThread} from thread t where t.id = p.thread_id)`;

interface Head {
  count: number;
  /** Threads and replies of all times, as the person's counters say. */
  all: number;
  replies: number;
}

const headSql = (count: string): string => `
  select ${count} as count, u.posts_cnt as all, u.posts_cnt - u.threads_cnt as replies
  from "user" u
  where u.id = :userId`;
const threadsHead = statement<Head, Params>(
  headSql(`(select count(*)::int from thread t where ${ownThread})`),
);
const repliesHead = statement<Head, Params>(
  headSql(`(select count(*)::int from post p where ${ownReply})`),
);

const threadsOf = statement<ThreadWireRow, PageParams>(`
  select ${threadWireColumns}
  from thread t
  where ${ownThread}
  order by t.id desc
  limit (select :limit::int) offset (select :offset::int)`);
const repliesOf = statement<Record<string, unknown>, PageParams>(`
  select ${quotingColumns(':viewerId')}
  from (
    select *
    from post p
    where ${ownReply}
    order by p.id desc
    limit :limit::int offset :offset::int
  ) p
  ${quotingJoin}
  order by p.id desc`);
const firstPosts = statement<
  Record<string, unknown>,
  { threadIds: readonly number[]; userId: number | null }
>(
  `
    select ${quotingColumns(':userId')}
    from post p
    ${quotingJoin}
    where p.thread_id = any(:threadIds::int[]) and p.floor = 0`,
);
const threadsByIds = statement<ThreadWireRow, { ids: readonly number[] }>(
  `select ${threadWireColumns} from thread t where t.id = any(:ids::int[])`,
);

const paramsOf = ({ viewer }: Reading, { userId, period, withheld }: Written): Params => ({
  userId,
  reader: readerOf(viewer),
  period: PERIODS[period] ?? null,
  viewerId: viewer?.userId ?? null,
  withheld,
});

/** Threads that a person began. Throws notFound. */
export async function readUserThreads(
  reading: Reading,
  wanted: Written,
): Promise<UserThreadsReplyWire> {
  const { db, timeZone } = reading;
  const { page, limit } = wanted;
  const [community, [head], rows] = await Promise.all([
    readCommunity(db, timeZone),
    threadsHead(db, paramsOf(reading, wanted)),
    threadsOf(db, { ...paramsOf(reading, wanted), limit, offset: page * limit }),
  ]);
  if (!head) throw new AppError('notFound');
  const firsts =
    rows.length > 0
      ? (
          await firstPosts(db, {
            threadIds: rows.map((row) => row.id),
            userId: reading.viewer?.userId ?? null,
          })
        ).map(toQuoting)
      : [];
  const context = await around(
    reading,
    community,
    new Map([...peopleIn(firsts), ...authorsOf(rows)]),
  );
  const firstOf = new Map(firsts.map((post) => [post.threadId, post]));
  const data = rows.flatMap((row) => {
    const first = firstOf.get(row.id);
    return first
      ? [
          {
            ...presentListedThread(row, context),
            post: presentPost(
              first,
              { thread: presentThreadBrief(row, context), quote: undefined, comments: [] },
              context,
            ),
          },
        ]
      : [];
  });
  return {
    code: 0,
    data,
    total_count: head.count,
    total_limit: limit,
    total_offset: page,
    total_tp_count: head.all,
  };
}

/** Replies that a person wrote. Throws notFound. */
export async function readUserPosts(
  reading: Reading,
  wanted: Written,
): Promise<UserPostsReplyWire> {
  const { db, timeZone } = reading;
  const { page, limit } = wanted;
  const [community, [head], selected] = await Promise.all([
    readCommunity(db, timeZone),
    repliesHead(db, paramsOf(reading, wanted)),
    repliesOf(db, { ...paramsOf(reading, wanted), limit, offset: page * limit }),
  ]);
  if (!head) throw new AppError('notFound');
  const rows = selected.map(toQuoting);
  const threads =
    rows.length > 0
      ? await threadsByIds(db, { ids: [...new Set(rows.map((row) => row.threadId))] })
      : [];
  const context = await around(
    reading,
    community,
    new Map([...peopleIn(rows), ...authorsOf(threads)]),
  );
  const briefs = new Map(threads.map((thread) => [thread.id, presentThreadBrief(thread, context)]));
  const data = rows.map((row) => ({
    ...presentPostBody(row, context),
    message_fmt: plainText(insteadOf(row, context) ?? row.html),
    created_at_desc: context.ago(row.createdAt),
    updated_at_desc: context.ago(row.updatedAt),
    storey: row.floor,
    state: STATE[row.state],
    deleted_at: row.deletedAt?.toISOString() ?? null,
    quote_user:
      row.quoteUserId !== null && row.quote && insteadOf(row, context) === undefined
        ? context.people.user(row.quoteUserId)
        : null,
    quote_post:
      row.quote && insteadOf(row, context) === undefined
        ? presentQuotedPost(row.quote, context)
        : null,
    thread: briefs.get(row.threadId) as ThreadBriefWire,
    forum: context.community.forums.get(row.forumId) as ForumBriefWire,
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
