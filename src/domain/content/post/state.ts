import { statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { toInvalidations, urgency } from '#outbox/invalidation.ts';
import { readReplyPageTags } from '../../shared/page-tags.ts';
import { getMovedListInvalidations } from '../../shared/thread-invalidations.ts';
import type { UnitOfWork } from '../../shared/unit-of-work.ts';
import type { LockedThread } from '../thread/counts.ts';
import { type ContentState, SET_STATE_SQL } from '../thread/state.ts';
import { type LockedPost, recountReplies } from './counts.ts';

const updatePostStates = statement<unknown, { ids: readonly number[]; state: string; by: number }>(
  `update post set ${SET_STATE_SQL} where id = any(:ids::int[])`,
);

/** Sets the state of locked replies, with counters, and invalidates their pages and moved lists. */
export async function applyReplyState(
  unit: UnitOfWork,
  replies: readonly LockedPost[],
  threads: ReadonlyMap<number, LockedThread>,
  state: ContentState,
  by: number,
): Promise<void> {
  if (replies.length === 0) return;
  await updatePostStates(unit.tx, { ids: replies.map(({ id }) => id), state, by });
  const changes = replies.map((before) => ({ before, after: { ...before, state } }));
  await recountReplies(unit, changes, threads);
  const tags = [
    ...(await readReplyPageTags(unit.tx, replies)),
    ...replies.map(({ userId }) => cacheTag.userPage(userId)),
  ];
  unit.invalidate([
    ...toInvalidations(urgency.takedown, ...tags),
    ...replies.flatMap(getMovedListInvalidations),
  ]);
  if (state !== 'normal')
    unit.addRemoval(
      tags,
      ...replies.map(({ id, threadId, forumId }) => ({
        forumId,
        removal: { thread: threadId, post: id },
      })),
    );
}
