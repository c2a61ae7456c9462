import { AppError } from '#contracts/errors.ts';
import { statement } from '#db/statement.ts';
import { type LockedPost, lockPosts, recountReplies } from '#domain/post/counts.ts';
import { pagesShowing } from '#domain/post/edit.ts';
import { setReplyState, touchedByReplyState } from '#domain/post/state.ts';
import type { LockedThread } from '#domain/thread/counts.ts';
import type { State } from '#domain/thread/state.ts';
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

const VERB: Record<State, string> = { normal: 'restore', hidden: 'hide', deleted: 'delete' };
const pathOf = (state: State): string => `/api/v2/moderation/posts/${VERB[state]}`;

/** Hides, deletes or restores replies that are locked. */
export async function changeReplies(
  acting: Acting,
  replies: readonly LockedPost[],
  threads: ReadonlyMap<number, LockedThread>,
  state: State,
): Promise<void> {
  const changed = replies.filter((reply) => reply.state !== state);
  for (const reply of replies) if (!changed.includes(reply)) acting.unchanged(reply.id);
  for (const reply of changed) {
    await setReplyState(acting.tx, acting.ledger, reply, threads, state, acting.moderator.userId);
    const action = `post.${VERB[state]}`;
    acting.log({
      action,
      target: { post: reply.id },
      forumId: reply.forumId,
      detail: { before: reply.state, thread: reply.threadId, floor: reply.floor },
    });
    acting.tell({ userId: reply.userId, act: action, threadId: reply.threadId, postId: reply.id });
    acting.changed(reply.id);
    const showing = await pagesShowing(acting.tx, reply);
    acting.touch(touchedByReplyState(reply, showing));
    if (state !== 'normal') acting.takeDown(showing, { thread: reply.threadId, post: reply.id });
  }
  for (const [before, own] of Map.groupBy(changed, (reply) => reply.state as State))
    acting.undoneBy('POST', pathOf(before), { ids: own.map((reply) => reply.id) });
}

/** Replies only: a first post goes with its thread. Throws notFound, forbidden. */
export async function lockReplies(
  acting: Acting,
  ids: readonly number[],
): Promise<{ replies: LockedPost[]; threads: Map<number, LockedThread> }> {
  const { posts, threads } = await lockPosts(acting.tx, ids);
  const replies = allOf(ids, posts);
  const firsts = replies.filter((reply) => reply.floor === 0).map((reply) => reply.id);
  if (firsts.length > 0) throw new AppError('notFound', { payload: firsts });
  requireAll(acting.moderator, replies);
  return { replies, threads };
}

/** Hides, deletes or restores replies (R24); their floors stay. Throws notFound, forbidden. */
export const setReplyStates = (
  place: Place,
  moderator: Moderator,
  because: Because,
  ids: readonly number[],
  state: State,
): Promise<Acted> =>
  act(place, moderator, because, async (acting) => {
    const { replies, threads } = await lockReplies(acting, ids);
    await changeReplies(acting, replies, threads, state);
  });

const feature = statement<unknown, { ids: readonly number[]; featured: boolean }>(
  `update post set featured = :featured, updated_at = now() where id = any(:ids::int[])`,
);

/** Features replies: they stand on their thread's first page too. Throws notFound, forbidden. */
export const featureReplies = (
  place: Place,
  moderator: Moderator,
  because: Because,
  ids: readonly number[],
  featured: boolean,
): Promise<Acted> =>
  act(place, moderator, because, async (acting) => {
    const { replies, threads } = await lockReplies(acting, ids);
    const changed = replies.filter((reply) => reply.featured !== featured);
    for (const reply of replies) if (!changed.includes(reply)) acting.unchanged(reply.id);
    await feature(acting.tx, { ids: changed.map((reply) => reply.id), featured });
    await recountReplies(
      acting.tx,
      acting.ledger,
      changed.map((was) => ({ was, is: { ...was, featured } })),
      threads,
    );
    const action = featured ? 'post.feature' : 'post.unfeature';
    for (const reply of changed) {
      acting.log({
        action,
        target: { post: reply.id },
        forumId: reply.forumId,
        detail: { thread: reply.threadId, floor: reply.floor },
      });
      acting.tell({
        userId: reply.userId,
        act: action,
        threadId: reply.threadId,
        postId: reply.id,
      });
      acting.changed(reply.id);
      acting.touch([
        ...touches(
          urgency.moderation,
          ...(await pagesShowing(acting.tx, reply)),
          tag.threadPage(reply.threadId, 1),
        ),
        ...touches(urgency.counts, tag.userPage(reply.userId), tag.list(0, 'latest')),
      ]);
    }
    if (changed.length > 0)
      acting.undoneBy('PUT', '/api/v1/post/update', {
        field: 'is_top_forum',
        top: featured ? 0 : 1,
        ids: changed.map((reply) => reply.id),
      });
  });
