import { AppError } from '#contracts/errors.ts';
import type { ReplyOrder } from '#contracts/list-orders.ts';
import type { PostListReplyWire, PostWire, TopPostsReplyWire } from '#contracts/wire/post.ts';
import { statement } from '#db/statement.ts';
import { toCommentWire } from '../comment/present.ts';
import { readFirstComments } from '../comment/read.ts';
import { createPresentContext } from '../present-context.ts';
import type { ReadContext } from '../read-context.ts';
import { type ReferenceData, readReferenceData } from '../reference-data.ts';
import { toThreadBriefWire } from '../thread/present.ts';
import { readThreadHead, requireVisible, type ThreadHead } from '../thread/thread-head.ts';
import { isShownSql } from '../visibility.ts';
import { getWithheldText, toPostWire } from './present.ts';
import {
  getUserVersions,
  type QuotingRow,
  quotingColumns,
  quotingJoin,
  type SelectedQuotingPost,
  toQuotingRow,
} from './quoting-rows.ts';

/*
 * Replies of a thread. Pages are ranges of floors: page 400 of a thread of 10,000 replies is found
 * like page 1, and deleted replies keep their place.
 */

export interface ReplyListQuery {
  threadId: number;
  /** Only this author's replies. */
  userId?: number | undefined;
  order: ReplyOrder;
  /** From 0. */
  page: number;
  limit: number;
}

const selectRepliesSql = (viewer: string): string =>
  `select ${quotingColumns(viewer)} from post p ${quotingJoin}`;

interface FloorRangeParams {
  threadId: number;
  /** Floors before the page. */
  offset: number;
  limit: number;
  viewerId: number | null;
}

// Counted from the last floor, the range is known as fast.
const selectOldestFirst = statement<SelectedQuotingPost, FloorRangeParams>(
  `
    ${selectRepliesSql(':viewerId')}
    where p.thread_id = :threadId
      and p.floor between :offset::int + 1 and :offset::int + :limit::int
    order by p.floor`,
);
const selectNewestFirst = statement<SelectedQuotingPost, FloorRangeParams>(`
  ${selectRepliesSql(':viewerId')}
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
const selectByAuthor = (direction: 'asc' | 'desc') =>
  statement<SelectedQuotingPost, FloorRangeParams & { userId: number }>(`
    ${selectRepliesSql(':viewerId')}
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
const selectByAuthorOldestFirst = selectByAuthor('asc');
const selectByAuthorNewestFirst = selectByAuthor('desc');

/** Replies that nobody sees have no likes to be ordered by, and are left out. */
const SHOWN_REPLIES_SQL = `thread_id = :threadId and floor > 0 and ${isShownSql('post')}`;
const selectByLikes = (author: string) =>
  statement<SelectedQuotingPost, FloorRangeParams & { userId?: number | undefined }>(`
    ${selectRepliesSql(':viewerId')}
    where p.id = any (
        array(
          select id
          from post
          where ${SHOWN_REPLIES_SQL} ${author}
          order by likes_cnt desc, floor
          limit (select :limit::int) offset (select :offset::int)
        )
      )
    order by p.likes_cnt desc, p.floor`);
const AUTHOR_SQL = 'and user_id = :userId';
const selectAllByLikes = selectByLikes('');
const selectByAuthorByLikes = selectByLikes(AUTHOR_SQL);
const countShownReplies = statement<{ count: number }, { threadId: number }>(
  `select replies_cnt as count from thread where id = :threadId`,
);
const countShownRepliesOfAuthor = statement<
  { count: number },
  { threadId: number; userId: number }
>(
  `
    select count(*)::int as count
    from post
    where ${SHOWN_REPLIES_SQL} ${AUTHOR_SQL}`,
);
const countRepliesOfAuthor = statement<{ count: number }, { threadId: number; userId: number }>(
  `
    select count(*)::int as count
    from post
    where thread_id = :threadId and user_id = :userId and floor > 0`,
);

const SELECTS_BY_ORDER = {
  asc: { all: selectOldestFirst, ofAuthor: selectByAuthorOldestFirst },
  desc: { all: selectNewestFirst, ofAuthor: selectByAuthorNewestFirst },
  likes: { all: selectAllByLikes, ofAuthor: selectByAuthorByLikes },
} as const satisfies Record<ReplyOrder, object>;

async function readRepliesOfPage(
  { db, viewer }: ReadContext,
  { threadId, userId, order, page, limit }: ReplyListQuery,
): Promise<QuotingRow[]> {
  const floors = { threadId, offset: page * limit, limit, viewerId: viewer?.userId ?? null };
  const { all, ofAuthor } = SELECTS_BY_ORDER[order];
  return (
    userId === undefined ? await all(db, floors) : await ofAuthor(db, { ...floors, userId })
  ).map(toQuotingRow);
}

/** How many replies the list has; undefined when it has every floor. */
async function countListed(
  { db }: ReadContext,
  { threadId, userId, order }: ReplyListQuery,
): Promise<number | undefined> {
  if (userId === undefined)
    return order === 'likes' ? (await countShownReplies(db, { threadId }))[0]?.count : undefined;
  const count = order === 'likes' ? countShownRepliesOfAuthor : countRepliesOfAuthor;
  return (await count(db, { threadId, userId }))[0]?.count ?? 0;
}

/** Presents replies of one thread, with the first comments under each. */
async function toReplyWires(
  reading: ReadContext,
  reference: ReferenceData,
  head: ThreadHead,
  rows: readonly QuotingRow[],
): Promise<PostWire[]> {
  const comments = await readFirstComments(
    reading.db,
    rows.filter((row) => row.commentsCnt > 0 && row.state === 'normal').map((row) => row.id),
  );
  const userVersions = getUserVersions(rows).set(head.userId, head.userVersion);
  for (const list of comments.values())
    for (const comment of list) userVersions.set(comment.userId, comment.userVersion);
  const context = await createPresentContext(reading, reference, userVersions);
  const thread = toThreadBriefWire(head, context);
  return rows.map((row) => {
    const isShown = getWithheldText(row, context) === undefined;
    const replyComments = isShown
      ? (comments.get(row.id) ?? []).map((one) => toCommentWire(one, context))
      : [];
    return toPostWire(row, { thread, quote: row.quote, comments: replyComments }, context);
  });
}

/**
 * A page of a thread's replies; the first post is in thread/info. Throws notFound, notAcceptable.
 */
export async function readReplyList(
  reading: ReadContext,
  list: ReplyListQuery,
): Promise<Omit<PostListReplyWire, 'code' | 'msg'>> {
  const { db, viewer, timeZone } = reading;
  const [reference, found, rows, counted] = await Promise.all([
    readReferenceData(db, timeZone),
    readThreadHead(reading, list.threadId),
    readRepliesOfPage(reading, list),
    countListed(reading, list),
  ]);
  const head = requireVisible(found, viewer);
  return {
    data: await toReplyWires(reading, reference, head, rows),
    total_count: counted ?? head.lastFloor,
    total_limit: list.limit,
    total_offset: list.page,
  };
}

const selectReply = statement<
  SelectedQuotingPost,
  { postId: number; threadId: number; viewerId: number | null }
>(`
  ${selectRepliesSql(':viewerId')}
  where p.id = :postId and p.thread_id = :threadId and p.floor > 0`);

/** One reply as the list has it. Throws notFound, notAcceptable. */
export async function readReply(
  reading: ReadContext,
  { threadId, postId }: { threadId: number; postId: number },
): Promise<PostWire> {
  const { db, viewer, timeZone } = reading;
  const [reference, found, rows] = await Promise.all([
    readReferenceData(db, timeZone),
    readThreadHead(reading, threadId),
    selectReply(db, { postId, threadId, viewerId: viewer?.userId ?? null }),
  ]);
  const head = requireVisible(found, viewer);
  const [wire] = await toReplyWires(reading, reference, head, rows.map(toQuotingRow));
  if (!wire) throw new AppError('notFound');
  return wire;
}

const selectFeatured = statement<SelectedQuotingPost, { threadId: number; userId: number | null }>(
  `
    ${selectRepliesSql(':userId')}
    where p.id = any (
        array(
          select id
          from post
          where thread_id = :threadId
            and featured
            and floor > 0
            and ${isShownSql('post')}
          order by floor
          limit 100
        )
      )
    order by p.floor`,
);

/** The featured replies of a thread. Throws notFound, notAcceptable. */
export async function readFeaturedReplies(
  reading: ReadContext,
  threadId: number,
): Promise<TopPostsReplyWire['data']> {
  const { db, viewer, timeZone } = reading;
  const [reference, found, rows] = await Promise.all([
    readReferenceData(db, timeZone),
    readThreadHead(reading, threadId),
    selectFeatured(db, { threadId, userId: viewer?.userId ?? null }),
  ]);
  const head = requireVisible(found, viewer);
  return toReplyWires(reading, reference, head, rows.map(toQuotingRow));
}

const selectPlace = statement<{ floor: number; threadId: number }, { postId: number }>(
  `select floor, thread_id as "threadId" from post where id = :postId`,
);

/**
 * The index of the page that holds a post, from 0; the first post is on the first. Throws notFound,
 * also when it is in another thread than this one, and notAcceptable.
 */
export async function readPageIndexOfPost(
  reading: ReadContext,
  postId: number,
  perPage: number,
  threadId?: number,
): Promise<number> {
  const [post] = await selectPlace(reading.db, { postId });
  const inThread = threadId ?? post?.threadId;
  if (inThread === undefined) throw new AppError('notFound');
  requireVisible(await readThreadHead(reading, inThread), reading.viewer);
  if (post?.threadId !== inThread) throw new AppError('notFound');
  return Math.max(0, Math.floor((post.floor - 1) / perPage));
}
