import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { logAdminAction } from '../log/log-admin-action.ts';

// An unstarted job ends at once, a running one at its next step.
const requestCancel = statement<{ kind: string }, { id: number }>(`
  update job
  set
    cancel_asked = true,
    state = case when state = 'waiting' then 'cancelled' else state end,
    finished_at = case when state = 'waiting' then now() else finished_at end
  where id = :id and state in ('waiting', 'running') and not cancel_asked
  returning kind`);
const selectJobExists = statement<unknown, { id: number }>(`select from job where id = :id`);

/** Cancels a job; no effect if it has ended. Throws notFound. */
export async function cancelJob(db: Db, actorId: number, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [requested] = await requestCancel(tx, { id });
    if (requested)
      return logAdminAction(tx, {
        actorId,
        action: 'job.cancel',
        target: { name: `job:${id}` },
        detail: { kind: requested.kind },
      });
    if ((await selectJobExists(tx, { id })).length === 0) throw new AppError('notFound');
  });
}
