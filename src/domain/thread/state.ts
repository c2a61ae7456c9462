import { type Runner, statement } from '#db/statement.ts';
import type { Ledger } from '../counts/ledger.ts';
import { type LockedThread, recountThread } from './counts.ts';

/**
 * normal: shown. hidden: by a moderator. deleted: by the author or a moderator. Each leads back to
 * the others.
 */
export type State = 'normal' | 'hidden' | 'deleted';

const set = statement<unknown, { id: number; state: string; by: number }>(`
  update thread
  set
    state = :state,
    deleted_at = case when :state = 'deleted' then now() end,
    deleted_by = case when :state = 'deleted' then :by::int end,
    updated_at = now()
  where id = :id`);

/** Hides, deletes or shows a thread that is locked, and books it into the counts or out of them. */
export async function setThreadState(
  tx: Runner,
  ledger: Ledger,
  was: LockedThread,
  state: State,
  by: number,
): Promise<void> {
  await set(tx, { id: was.id, state, by });
  recountThread(ledger, was, { ...was, state });
}
