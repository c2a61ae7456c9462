import { type Runner, statement } from '#db/statement.ts';
import type { Ledger } from '../counts/ledger.ts';
import { type LockedThread, recountThread } from './counts.ts';

/**
 * normal: shown. hidden: by a moderator. deleted: by the author or a moderator. Each leads back to
 * the others.
 */
export type State = 'normal' | 'hidden' | 'deleted';

const set = statement<unknown>(`
  update thread
  set
    state = $2,
    deleted_at = case when $2 = 'deleted' then now() end,
    deleted_by = case when $2 = 'deleted' then $3::int end,
    updated_at = now()
  where id = $1`);

/** Hides, deletes or shows a thread that is locked, and books it into the counts or out of them. */
export async function setThreadState(
  tx: Runner,
  ledger: Ledger,
  was: LockedThread,
  state: State,
  by: number,
): Promise<void> {
  await set(tx, [was.id, state, by]);
  recountThread(ledger, was, { ...was, state });
}
