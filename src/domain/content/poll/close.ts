import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { invalidate, toInvalidations, urgency } from '#outbox/invalidation.ts';

// site_state stores the last check's time, so no poll is missed. The first check covers a day.
const takeExpiredPolls = statement<{ threadId: number }>(`
  with last as (
    select value #>> '{}' as at
    from site_state
    where name = 'polls.closed'
  ),
  noted as (
    insert into site_state (name, value)
    values ('polls.closed', to_jsonb(now()))
    on conflict (name) do update set value = excluded.value, updated_at = now()
  )
  select thread_id as "threadId"
  from poll
  where expires_at <= now()
    and expires_at > coalesce((select at::timestamptz from last), now() - interval '1 day')`);

/** Invalidates pages of polls that expired since the last check; they then show results (R26). */
export async function invalidateExpiredPolls(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const threads = await takeExpiredPolls(tx);
    await invalidate(
      tx,
      toInvalidations(
        urgency.post,
        ...threads.map((thread) => cacheTag.threadPage(thread.threadId, 1)),
      ),
    );
  });
}
