import { statement } from '#db/statement.ts';
import { toInvalidations, urgency } from '#outbox/invalidation.ts';
import type { LockedThread } from '../thread/counts.ts';
import { getMovedListInvalidations } from '../thread/invalidations.ts';
import { type ContentState, SET_STATE_SQL } from '../thread/state.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { type LockedPost, recountReplies } from './counts.ts';
import { getReplyTags } from './page-tags.ts';

const updatePostState = statement<unknown, { id: number; state: string; by: number }>(
  `update post set ${SET_STATE_SQL} where id = :id`,
);

/** Sets the state of a locked reply, with counters, and invalidates its pages and moved lists. */
export async function setReplyState(
  unit: UnitOfWork,
  before: LockedPost,
  threads: ReadonlyMap<number, LockedThread>,
  state: ContentState,
  by: number,
): Promise<void> {
  await updatePostState(unit.tx, { id: before.id, state, by });
  await recountReplies(unit, [{ before, after: { ...before, state } }], threads);
  const tags = await getReplyTags(unit.tx, before);
  unit.invalidate([
    ...toInvalidations(urgency.takedown, ...tags),
    ...getMovedListInvalidations(before),
  ]);
  if (state !== 'normal')
    unit.addRemoval(tags, {
      forumId: before.forumId,
      removal: { thread: before.threadId, post: before.id },
    });
}
