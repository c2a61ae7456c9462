import { AppError } from '#contracts/errors.ts';
import { pageOfFloor } from '#contracts/paths.ts';
import { statement } from '#db/statement.ts';
import { countThread, isShown, type LockedThread, lockThreads } from '#domain/thread/counts.ts';
import { thread as threadTags } from '#domain/thread/touched.ts';
import { tag, touches, urgency } from '#publish/touch.ts';
import {
  type Acted,
  type Acting,
  act,
  allOf,
  type Because,
  type Place,
  requireAll,
} from './act.ts';
import type { Moderator } from './moderator.ts';
import { appendPosts, becomeFirst, becomeReply, returnPosts, settle } from './rehouse.ts';
import { countModeration, touchedByReturn, withdraw } from './threads.ts';

const postsOf = statement<{ id: number }, { threadId: number }>(
  `select id from post where thread_id = :threadId`,
);
const close = statement<unknown, { id: number; into: number; userId: number }>(
  `
    update thread
    set
      state = 'deleted',
      deleted_at = now(),
      deleted_by = :userId,
      merged_into = :into,
      replies_cnt = 0,
      moderations_cnt = moderations_cnt + 1
    where id = :id`,
);
const reopen = statement<unknown, { id: number }>(
  `
    update thread
    set
      state = 'normal',
      deleted_at = null,
      deleted_by = null,
      merged_into = null,
      moderations_cnt = moderations_cnt + 1
    where id = :id`,
);

/** Two threads, locked by number. Throws notFound, forbidden. */
async function lockBoth(
  acting: Acting,
  one: number,
  other: number,
): Promise<[LockedThread, LockedThread]> {
  const threads = allOf([one, other], await lockThreads(acting.tx, [one, other]));
  requireAll(acting.moderator, threads);
  return threads as [LockedThread, LockedThread];
}

/** Pages of a thread that has got posts behind this floor, or lost some. */
export function touchGrown(acting: Acting, thread: LockedThread, upTo: number): void {
  const pages = Array.from(
    { length: pageOfFloor(upTo) - pageOfFloor(Math.max(1, thread.lastFloor)) + 1 },
    (_, index) => tag.threadPage(thread.id, pageOfFloor(Math.max(1, thread.lastFloor)) + index),
  );
  acting.touch([
    ...touches(urgency.moderation, ...pages, tag.threadPages(thread.id), tag.thread(thread.id)),
    ...touches(
      urgency.list,
      tag.row(thread.id),
      tag.list(0, 'latest'),
      tag.list(thread.forumId, 'latest'),
    ),
  ]);
}

/**
 * What a first post becomes by merging, a reply, counts for its author as it did; a thread is one
 * less.
 */
function swapFirst(acting: Acting, thread: LockedThread, by: 1 | -1): void {
  acting.ledger.user(thread.userId, { posts: by });
}

/**
 * Puts all posts of a thread, its first included, behind the last floor of another, in their order
 * (R23). Addresses of the old thread and of its replies lead to where they are now. Throws
 * notFound, forbidden, notAcceptable (one of them isn't shown), malformed (a thread into itself).
 */
export const mergeThreads = (
  place: Place,
  moderator: Moderator,
  because: Because,
  from: number,
  into: number,
): Promise<Acted> =>
  act(place, moderator, because, async (acting) => {
    if (from === into) throw new AppError('malformed', { values: { field: 'into' } });
    const [source, target] = await lockBoth(acting, from, into);
    if (!isShown(source) || !isShown(target)) throw new AppError('notAcceptable');
    const ids = (await postsOf(acting.tx, { threadId: from })).map((post) => post.id);
    countThread(acting.ledger, source, -1);
    await appendPosts(acting.tx, ids, target, target.lastFloor);
    await becomeReply(acting.tx, source.firstPostId, from);
    swapFirst(acting, source, 1);
    await close(acting.tx, { id: from, into, userId: moderator.userId });
    await settle(acting.tx, acting.ledger, target);
    await countModeration(acting, [into]);
    acting.log({
      action: 'thread.merge',
      target: { thread: from },
      forumId: source.forumId,
      detail: { into, posts: ids.length, after: target.lastFloor },
    });
    acting.tell({
      userId: source.userId,
      act: 'thread.merge',
      threadId: into,
      postId: source.firstPostId,
    });
    acting.changed(from);
    withdraw(acting, source);
    touchGrown(acting, target, target.lastFloor + ids.length);
    acting.undoneBy('POST', '/api/v2/moderation/threads/unmerge', { id: from });
  });

/**
 * Takes a merging back: the posts stand where they stood, the floors that they had meanwhile stay
 * empty.
 * Throws notFound, forbidden, conflict (it isn't merged, or its posts have gone elsewhere since).
 */
export const unmergeThread = (
  place: Place,
  moderator: Moderator,
  because: Because,
  id: number,
): Promise<Acted> =>
  act(place, moderator, because, async (acting) => {
    const [merged] = allOf([id], await lockThreads(acting.tx, [id]));
    requireAll(moderator, merged ? [merged] : []);
    const into = merged?.mergedInto ?? null;
    if (into === null) throw new AppError('conflict', { payload: [id] });
    const [source, target] = await lockBoth(acting, id, into);
    await reopen(acting.tx, { id });
    const back = await returnPosts(acting.tx, into, source);
    if (!back.some((post) => post.id === source.firstPostId))
      throw new AppError('conflict', { payload: [id] });
    await becomeFirst(acting.tx, source.firstPostId, id, source.subject);
    swapFirst(acting, source, -1);
    const opened = { ...source, state: 'normal' as const, repliesCnt: 0 };
    countThread(acting.ledger, opened, 1);
    await settle(acting.tx, acting.ledger, opened);
    await settle(acting.tx, acting.ledger, target);
    acting.log({
      action: 'thread.unmerge',
      target: { thread: id },
      forumId: source.forumId,
      detail: { from: into, posts: back.length },
    });
    acting.tell({ userId: source.userId, act: 'thread.unmerge', threadId: id });
    acting.changed(id);
    acting.takeDown(threadTags({ threadId: into }));
    touchGrown(acting, { ...target, lastFloor: 1 }, target.lastFloor);
    acting.touch(touchedByReturn(opened));
    acting.undoneBy('POST', '/api/v2/moderation/threads/merge', { id, into });
  });
