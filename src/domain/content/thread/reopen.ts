import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { invalidate } from '#outbox/invalidation.ts';
import { getThreadEditInvalidations } from '../../shared/thread-invalidations.ts';

/** Threads per run; the next run opens more. */
const MAX_THREADS = 500;

const openDueThreads = statement<{ id: number }>(`
  with due as (
    select id
    from thread
    where reopens_at <= now()
    order by id
    limit ${MAX_THREADS}
    for no key update
  )
  update thread
  set closed = false, reopens_at = null, updated_at = now()
  from due
  where thread.id = due.id
  returning thread.id`);

/** Reopens closed threads whose time has come (R23). Returns the number. */
export const reopenDueThreads = (db: Db): Promise<number> =>
  inTransaction(db, async (tx) => {
    const threads = await openDueThreads(tx);
    await invalidate(
      tx,
      threads.flatMap(({ id }) => getThreadEditInvalidations({ threadId: id })),
    );
    return threads.length;
  });
