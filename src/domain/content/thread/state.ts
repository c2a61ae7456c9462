import type { ContentState } from '#db/schema/columns.ts';
import { statement } from '#db/statement.ts';
import {
  getThreadRemovalInvalidations,
  getThreadReturnInvalidations,
  threadTags,
} from '../../shared/thread-invalidations.ts';
import type { UnitOfWork } from '../../shared/unit-of-work.ts';
import { isShown } from '../../shared/visibility.ts';
import { type LockedThread, recountThread } from './counts.ts';

/** hidden: by a moderator. deleted: by author or moderator. All transitions are possible. */
export type { ContentState };

/** SQL: sets `:state` of a thread, post or comment, by the user `:by`. */
export const SET_STATE_SQL = `
    state = :state,
    deleted_at = case when :state = 'deleted' then now() end,
    deleted_by = case when :state = 'deleted' then :by::int end,
    updated_at = now()`;

const updateThreadStates = statement<
  unknown,
  { ids: readonly number[]; state: string; by: number }
>(`update thread set ${SET_STATE_SQL} where id = any(:ids::int[])`);

export function takeDownThread(
  unit: UnitOfWork,
  { id, forumId, userId }: Pick<LockedThread, 'id' | 'forumId' | 'userId'>,
): void {
  unit.invalidate(getThreadRemovalInvalidations({ threadId: id, forumId, userId }));
  unit.addRemoval(threadTags({ threadId: id }), { forumId, removal: { thread: id } });
}

/** Hides, deletes or restores locked threads, with their counters and pages. */
export async function applyThreadState(
  unit: UnitOfWork,
  threads: readonly LockedThread[],
  state: ContentState,
  by: number,
): Promise<void> {
  await updateThreadStates(unit.tx, { ids: threads.map(({ id }) => id), state, by });
  for (const thread of threads) {
    const after = { ...thread, state };
    recountThread(unit.deltas, thread, after);
    if (isShown(thread)) takeDownThread(unit, thread);
    else if (isShown(after)) unit.invalidate(getThreadReturnInvalidations(thread));
  }
}
