import type { ContentState } from '#db/schema/columns.ts';
import { type Runner, statement } from '#db/statement.ts';
import type { CounterDeltas } from '../counts/counter-deltas.ts';
import { type LockedThread, recountThread } from './counts.ts';

/**
 * normal: shown. hidden: by a moderator. deleted: by the author or a moderator. Each leads back to
 * the others.
 */
export type { ContentState };

const updateThreadState = statement<unknown, { id: number; state: string; by: number }>(`
  update thread
  set
    state = :state,
    deleted_at = case when :state = 'deleted' then now() end,
    deleted_by = case when :state = 'deleted' then :by::int end,
    updated_at = now()
  where id = :id`);

/** Hides, deletes or restores a locked thread, and adds the difference to the counter deltas. */
export async function setThreadState(
  tx: Runner,
  deltas: CounterDeltas,
  thread: LockedThread,
  state: ContentState,
  by: number,
): Promise<void> {
  await updateThreadState(tx, { id: thread.id, state, by });
  recountThread(deltas, thread, { ...thread, state });
}
