import { type Runner, statement } from '#db/statement.ts';
import { type Invalidation, toInvalidations, urgency } from '#publish/outbox/invalidation.ts';
import type { CounterDeltas } from '../counts/counter-deltas.ts';
import type { LockedThread } from '../thread/counts.ts';
import { getMovedListInvalidations } from '../thread/invalidations.ts';
import type { ContentState } from '../thread/state.ts';
import { type LockedPost, recountReplies } from './counts.ts';

const updatePostState = statement<unknown, { id: number; state: string; by: number }>(`
  update post
  set
    state = :state,
    deleted_at = case when :state = 'deleted' then now() end,
    deleted_by = case when :state = 'deleted' then :by::int end,
    updated_at = now()
  where id = :id`);

/** Hides, deletes or restores a locked reply, and adds the difference to the counter deltas. */
export async function setReplyState(
  tx: Runner,
  deltas: CounterDeltas,
  before: LockedPost,
  threads: ReadonlyMap<number, LockedThread>,
  state: ContentState,
  by: number,
): Promise<void> {
  await updatePostState(tx, { id: before.id, state, by });
  await recountReplies(tx, deltas, [{ before, after: { ...before, state } }], threads);
}

/**
 * Of a reply that came or went: the pages that show it, the lists in which its thread stands
 * elsewhere now, the numbers.
 */
export const getReplyStateInvalidations = (
  post: Pick<LockedPost, 'threadId' | 'forumId'>,
  tags: readonly string[],
): Invalidation[] => [
  ...toInvalidations(urgency.takedown, ...tags),
  ...getMovedListInvalidations(post),
];
