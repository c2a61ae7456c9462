import { AppError } from '#contracts/errors.ts';
import type { ForumBriefWire } from '#contracts/wire/forum.ts';
import type { UserPostsReplyWire, UserThreadsReplyWire } from '#contracts/wire/member.ts';
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

// $1 user, $2 reader, $3 period or null. The author sees their own that wait for review ($4
// viewer), and on request ($5) what was taken away. What stands in a forum that they may not read
// is in no list of theirs either: its place has a name.
const readable = `t.forum_id <> all (${unreadableSql('$2')})`;
const shownThread = `t.state = 'normal' and (t.checked or t.user_id = $4) and ${readable}`;
const lately = (p: string): string =>
  `($3::text is null or ${p}.created_at > now() - $3::text::interval)`;
const ownThread = `t.user_id = $1 and (${shownThread} or ($5::bool and t.user_id = $4::int and ${readable})) and ${lately('t')}`;
const ownReply = `
  p.user_id = $1
  and p.floor > 0
  and (p.state = 'normal' or ($5::bool and p.user_id = $4::int))
  and (p.checked or p.user_id = $4)
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
  where u.id = $1`;
const threadsHead = statement<Head>(
  headSql(`(select count(*)::int from thread t where ${ownThread})`),
);
const repliesHead = statement<Head>(
  headSql(`(select count(*)::int from post p where ${ownReply})`),
);

const threadsOf = statement<ThreadWireRow>(`
  select ${threadWireColumns}
  from thread t
  where ${ownThread}
  order by t.id desc
  limit (select $6::int) offset (select $7::int)`);
const repliesOf = statement<Record<string, unknown>>(`
  select ${quotingColumns('$4')}
  from (select * from post p where ${ownReply} order by p.id desc limit $6::int offset $7::int) p
  ${quotingJoin}
  order by p.id desc`);
const firstPosts = statement<Record<string, unknown>>(
  `
    select ${quotingColumns('$2')}
    from post p
    ${quotingJoin}
    where p.thread_id = any($1::int[]) and p.floor = 0`,
);
const threadsByIds = statement<ThreadWireRow>(
  `select ${threadWireColumns} from thread t where t.id = any($1::int[])`,
);

const values = ({ viewer }: Reading, { userId, period, withheld }: Written) => [
  userId,
  readerOf(viewer),
  PERIODS[period] ?? null,
  viewer?.userId ?? null,
  withheld,
];

/** Threads that a person began. Throws notFound. */
export async function readUserThreads(
  reading: Reading,
  wanted: Written,
): Promise<UserThreadsReplyWire> {
  const { db, timeZone } = reading;
  const { page, limit } = wanted;
  const [community, [head], rows] = await Promise.all([
    readCommunity(db, timeZone),
    threadsHead(db, values(reading, wanted)),
    threadsOf(db, [...values(reading, wanted), limit, page * limit]),
  ]);
  if (!head) throw new AppError('notFound');
  const firsts =
    rows.length > 0
      ? (await firstPosts(db, [rows.map((row) => row.id), reading.viewer?.userId ?? null])).map(
          toQuoting,
        )
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
    repliesHead(db, values(reading, wanted)),
    repliesOf(db, [...values(reading, wanted), limit, page * limit]),
  ]);
  if (!head) throw new AppError('notFound');
  const rows = selected.map(toQuoting);
  const threads =
    rows.length > 0 ? await threadsByIds(db, [[...new Set(rows.map((row) => row.threadId))]]) : [];
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
