import { AppError } from '#contracts/errors.ts';
import type { ReplyOrder } from '#contracts/list-orders.ts';
import type { PostListReplyWire, PostWire, TopPostsReplyWire } from '#contracts/wire/post.ts';
import { statement } from '#db/statement.ts';
import { createPresentContext } from '../../people/present-context.ts';
import { type ReferenceData, readReferenceData } from '../../reference/reference-data.ts';
import type { ReadContext } from '../../shared/read-context.ts';
import { isShownSql } from '../../shared/visibility.ts';
import { readFirstComments } from '../comment/first-comments.ts';
import { toCommentWire } from '../comment/present.ts';
import { toThreadBriefWire } from '../thread/present.ts';
import { readThreadHead, requireVisible, type ThreadHead } from '../thread/thread-head.ts';
import { getWithheldText, toPostWire } from './present.ts';
import {
  getNamedUsers,
  type QuotingRow,
  quotingColumns,
  quotingJoin,
  type SelectedQuotingPost,
  toQuotingRows,
} from './quoting-rows.ts';

/* Pages are ranges of floors: page 400 costs as much as page 1, and deletions shift nothing. */

export interface ReplyListQuery {
  threadId: number;
  /** Only replies of this author. */
  userId?: number | undefined;
  order: ReplyOrder;
  page: number;
  limit: number;
}

const selectRepliesSql = (viewer: string): string =>
  `select ${quotingColumns(viewer)} from post p ${quotingJoin}`;

interface FloorRangeParams {
  threadId: number;
  /** Floors to skip. */
  offset: number;
  limit: number;
  viewerId: number | null;
}

// A range from the last floor is as fast.
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
/** Finds ids first, by an index alone. `picked`: SQL after `from post`. */
const selectPicked = <Params extends object = object>(picked: string, order: string) =>
  statement<SelectedQuotingPost, Params & { threadId: number; viewerId: number | null }>(`
    ${selectRepliesSql(':viewerId')}
    where p.id = any (array(select id from post ${picked}))
    order by ${order}`);
const PAGE_SQL = 'limit (select :limit::int) offset (select :offset::int)';

// An author's replies have no own floors: OFFSET runs on the index (thread, author, floor).
const selectByAuthor = (direction: 'asc' | 'desc') =>
  selectPicked<FloorRangeParams & { userId: number }>(
    `
      where thread_id = :threadId and user_id = :userId and floor > 0
      order by floor ${direction}
      ${PAGE_SQL}`,
    `p.floor ${direction}`,
  );

/** Withheld replies have no likes to order by, and are left out. */
const SHOWN_REPLIES_SQL = `thread_id = :threadId and floor > 0 and ${isShownSql('post')}`;
const selectByLikes = (author: string) =>
  selectPicked<FloorRangeParams & { userId?: number | undefined }>(
    `where ${SHOWN_REPLIES_SQL} ${author} order by likes_cnt desc, floor ${PAGE_SQL}`,
    'p.likes_cnt desc, p.floor',
  );
const AUTHOR_SQL = 'and user_id = :userId';
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
  asc: { all: selectOldestFirst, ofAuthor: selectByAuthor('asc') },
  desc: { all: selectNewestFirst, ofAuthor: selectByAuthor('desc') },
  likes: { all: selectByLikes(''), ofAuthor: selectByLikes(AUTHOR_SQL) },
} as const satisfies Record<ReplyOrder, object>;

function selectPage(
  { db, viewer }: ReadContext,
  { threadId, userId, order, page, limit }: ReplyListQuery,
): Promise<SelectedQuotingPost[]> {
  const floors = { threadId, offset: page * limit, limit, viewerId: viewer?.userId ?? null };
  const { all, ofAuthor } = SELECTS_BY_ORDER[order];
  return userId === undefined ? all(db, floors) : ofAuthor(db, { ...floors, userId });
}

/** The number of replies in the list; undefined if it has every floor. */
async function countListed(
  { db }: ReadContext,
  { threadId, userId, order }: ReplyListQuery,
): Promise<number | undefined> {
  if (userId === undefined)
    return order === 'likes' ? (await countShownReplies(db, { threadId }))[0]?.count : undefined;
  const count = order === 'likes' ? countShownRepliesOfAuthor : countRepliesOfAuthor;
  return (await count(db, { threadId, userId }))[0]?.count ?? 0;
}

/** Presents replies of one thread, each with its first comments. */
async function toReplyWires(
  reading: ReadContext,
  reference: ReferenceData,
  head: ThreadHead,
  rows: readonly QuotingRow[],
): Promise<PostWire[]> {
  const comments = await readFirstComments(reading.db, {
    postIds: rows
      .filter((row) => row.commentsCnt > 0 && row.state === 'normal')
      .map((row) => row.id),
    viewer: reading.viewer?.userId ?? null,
  });
  const context = await createPresentContext(reading, reference, [
    ...getNamedUsers(rows),
    head,
    ...[...comments.values()].flat(),
  ]);
  const thread = toThreadBriefWire(head, context);
  return rows.map((row) => {
    const isShown = getWithheldText(row, context) === undefined;
    const replyComments = isShown
      ? (comments.get(row.id) ?? []).map((one) => toCommentWire(one, context))
      : [];
    return toPostWire(row, { thread, quote: row.quote, comments: replyComments }, context);
  });
}

/** A thread with the selected replies. Throws notFound, notAcceptable. */
async function readRepliesWithHead(
  reading: ReadContext,
  threadId: number,
  selected: Promise<SelectedQuotingPost[]>,
): Promise<{ head: ThreadHead; replies: PostWire[] }> {
  const [reference, found, rows] = await Promise.all([
    readReferenceData(reading.db, reading.timeZone),
    readThreadHead(reading, threadId),
    selected,
  ]);
  const head = requireVisible(found, reading.viewer);
  const quoting = toQuotingRows(rows, reading.mediaWords);
  return { head, replies: await toReplyWires(reading, reference, head, quoting) };
}

/** A page of replies; thread/info has the first post. Throws notFound, notAcceptable. */
export async function readReplyList(
  reading: ReadContext,
  list: ReplyListQuery,
): Promise<Omit<PostListReplyWire, 'code' | 'msg'>> {
  const [{ head, replies }, counted] = await Promise.all([
    readRepliesWithHead(reading, list.threadId, selectPage(reading, list)),
    countListed(reading, list),
  ]);
  return {
    data: replies,
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

/** One reply as in the list. Throws notFound, notAcceptable. */
export async function readReply(
  reading: ReadContext,
  { threadId, postId }: { threadId: number; postId: number },
): Promise<PostWire> {
  const viewerId = reading.viewer?.userId ?? null;
  const selected = selectReply(reading.db, { postId, threadId, viewerId });
  const [reply] = (await readRepliesWithHead(reading, threadId, selected)).replies;
  if (!reply) throw new AppError('notFound');
  return reply;
}

const selectFeatured = selectPicked(
  `
    where thread_id = :threadId and featured and floor > 0 and ${isShownSql('post')}
    order by floor
    limit 100`,
  'p.floor',
);

/** Throws notFound, notAcceptable. */
export async function readFeaturedReplies(
  reading: ReadContext,
  threadId: number,
): Promise<TopPostsReplyWire['data']> {
  const viewerId = reading.viewer?.userId ?? null;
  const selected = selectFeatured(reading.db, { threadId, viewerId });
  return (await readRepliesWithHead(reading, threadId, selected)).replies;
}

const selectFloor = statement<{ floor: number; threadId: number }, { postId: number }>(
  `select floor, thread_id as "threadId" from post where id = :postId`,
);

/**
 * The index of a post's page, from 0; the first post is on page 0. Throws notFound (also for a post
 * of another thread) and notAcceptable.
 */
export async function readPageIndexOfPost(
  reading: ReadContext,
  postId: number,
  perPage: number,
  threadId?: number,
): Promise<number> {
  const [post] = await selectFloor(reading.db, { postId });
  const inThread = threadId ?? post?.threadId;
  if (inThread === undefined) throw new AppError('notFound');
  requireVisible(await readThreadHead(reading, inThread), reading.viewer);
  if (post?.threadId !== inThread) throw new AppError('notFound');
  return Math.max(0, Math.floor((post.floor - 1) / perPage));
}
