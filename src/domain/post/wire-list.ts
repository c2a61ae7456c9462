import { AppError } from '#contracts/errors.ts';
import type { PostListReplyWire, PostWire, TopPostsReplyWire } from '#contracts/wire/post.ts';
import { statement } from '#db/statement.ts';
import { presentComment } from '../comment/present.ts';
import { readFirstComments } from '../comment/wire.ts';
import { type Community, readCommunity } from '../forum/wire-community.ts';
import { around, type Reading } from '../forum/wire-reading.ts';
import { presentThreadBrief } from '../thread/present.ts';
import { readHead, type ThreadHead, visible } from '../thread/wire-head.ts';
import { insteadOf, presentPost } from './present.ts';
import { peopleIn, type QuotingRow, quotingColumns, quotingJoin, toQuoting } from './wire-rows.ts';

/*
 * Replies of a thread. Pages are ranges of floors: page 400 of a thread of 10,000 replies is found
 * like page 1, and deleted replies keep their place.
 */

export interface PostList {
  threadId: number;
  /** Only this author's replies. */
  userId?: number | undefined;
  newestFirst: boolean;
  /** From 0. */
  page: number;
  limit: number;
}

const select = (viewer: string): string =>
  `select ${quotingColumns(viewer)} from post p ${quotingJoin}`;
type Selected = Record<string, unknown>;

interface Floors {
  threadId: number;
  /** Floors before the page. */
  offset: number;
  limit: number;
  viewerId: number | null;
}

// Counted from the last floor, the range is known as fast.
const upwards = statement<Selected, Floors>(
  `
    ${select(':viewerId')}
    where p.thread_id = :threadId
      and p.floor between :offset::int + 1 and :offset::int + :limit::int
    order by p.floor`,
);
const downwards = statement<Selected, Floors>(`
  ${select(':viewerId')}
  where p.thread_id = :threadId
    and p.floor > 0
    and p.floor between (
      select last_floor
      from thread
      where id = :threadId
    ) - :offset::int - :limit::int + 1 and (
      select last_floor
      from thread
      where id = :threadId
    ) - :offset::int
  order by p.floor desc`);
// Their replies aren't numbered among themselves: the page is skipped to on the index
// (thread, author, floor).
const oneAuthor = (direction: 'asc' | 'desc') =>
  statement<Selected, Floors & { userId: number }>(`
    ${select(':viewerId')}
    where p.id = any (
        array(
          select id
          from post
          where thread_id = :threadId and user_id = :userId and floor > 0
          order by floor ${direction}
          limit (select :limit::int) offset (select :offset::int)
        )
      )
    order by p.floor ${direction}`);
const oneAuthorUpwards = oneAuthor('asc');
const oneAuthorDownwards = oneAuthor('desc');
const countOfAuthor = statement<{ count: number }, { threadId: number; userId: number }>(
  `
    select count(*)::int as count
    from post
    where thread_id = :threadId and user_id = :userId and floor > 0`,
);

async function readFloors(
  { db, viewer }: Reading,
  { threadId, userId, newestFirst, page, limit }: PostList,
): Promise<QuotingRow[]> {
  const floors = { threadId, offset: page * limit, limit, viewerId: viewer?.userId ?? null };
  const plain = newestFirst ? downwards : upwards;
  const byAuthor = newestFirst ? oneAuthorDownwards : oneAuthorUpwards;
  return (
    userId === undefined ? await plain(db, floors) : await byAuthor(db, { ...floors, userId })
  ).map(toQuoting);
}

/** Presents replies of one thread, with the first comments under each. */
async function presentReplies(
  reading: Reading,
  community: Community,
  head: ThreadHead,
  rows: readonly QuotingRow[],
): Promise<PostWire[]> {
  const comments = await readFirstComments(
    reading.db,
    rows.filter((row) => row.commentsCnt > 0 && row.state === 'normal').map((row) => row.id),
  );
  const people = peopleIn(rows).set(head.userId, head.userVersion);
  for (const list of comments.values())
    for (const one of list) people.set(one.userId, one.userVersion);
  const context = await around(reading, community, people);
  const thread = presentThreadBrief(head, context);
  return rows.map((row) => {
    const shown = insteadOf(row, context) === undefined;
    const under = shown
      ? (comments.get(row.id) ?? []).map((one) => presentComment(one, context))
      : [];
    return presentPost(row, { thread, quote: row.quote, comments: under }, context);
  });
}

/**
 * A page of a thread's replies; the first post is in thread/info. Throws notFound, notAcceptable.
 */
export async function readPostList(reading: Reading, list: PostList): Promise<PostListReplyWire> {
  const { db, viewer, timeZone } = reading;
  const [community, found, rows, counted] = await Promise.all([
    readCommunity(db, timeZone),
    readHead(reading, list.threadId),
    readFloors(reading, list),
    list.userId === undefined
      ? undefined
      : countOfAuthor(db, { threadId: list.threadId, userId: list.userId }),
  ]);
  const head = visible(found, viewer);
  const total = counted ? (counted[0]?.count ?? 0) : head.lastFloor;
  return {
    code: 0,
    msg: 'ok',
    data: await presentReplies(reading, community, head, rows),
    total_count: total,
    total_limit: list.limit,
    total_offset: list.page,
  };
}

const featured = statement<Selected, { threadId: number; userId: number | null }>(
  `
    ${select(':userId')}
    where p.thread_id = :threadId
      and p.featured
      and p.floor > 0
      and p.state = 'normal'
      and p.checked
    order by p.floor
    limit 100`,
);

/** The featured replies of a thread. Throws notFound, notAcceptable. */
export async function readFeatured(reading: Reading, threadId: number): Promise<TopPostsReplyWire> {
  const { db, viewer, timeZone } = reading;
  const [community, found, rows] = await Promise.all([
    readCommunity(db, timeZone),
    readHead(reading, threadId),
    featured(db, { threadId, userId: viewer?.userId ?? null }),
  ]);
  return {
    code: 0,
    msg: 'ok',
    data: await presentReplies(reading, community, visible(found, viewer), rows.map(toQuoting)),
  };
}

const floorOf = statement<{ floor: number }, { postId: number; threadId: number }>(
  `select floor from post where id = :postId and thread_id = :threadId`,
);

/**
 * The index of the page that holds a post, from 0; the first post is on the first. Throws notFound,
 * notAcceptable.
 */
export async function readPageIndex(
  reading: Reading,
  threadId: number,
  postId: number,
  perPage: number,
): Promise<number> {
  const [head, [place]] = await Promise.all([
    readHead(reading, threadId),
    floorOf(reading.db, { postId, threadId }),
  ]);
  visible(head, reading.viewer);
  if (!place) throw new AppError('notFound');
  return Math.max(0, Math.floor((place.floor - 1) / perPage));
}
