import { type Runner, statement } from '#db/statement.ts';
import type { CounterDeltas } from '../counts/counter-deltas.ts';
import type { EditHoldReason } from '../post/hold.ts';
import { isShown } from '../visibility.ts';
import { countThread, type LockedThread } from './counts.ts';

const insertHeld = statement<unknown, { id: number; reason: string }>(`
  with waits as (
    update thread
    set checked = false
    where id = :id
    returning first_post_id
  ),
  first_post as (
    update post
    set checked = false
    from waits
    where post.id = waits.first_post_id
  )
  insert into held (post_id, reason, unseen)
  select first_post_id, :reason, false
  from waits
  on conflict (post_id)
  where post_id is not null do nothing`);

/** Puts a shown thread into the review queue. It is locked already. */
export async function holdThreadForReview(
  tx: Runner,
  deltas: CounterDeltas,
  thread: LockedThread,
  reason: EditHoldReason,
): Promise<void> {
  await insertHeld(tx, { id: thread.id, reason });
  if (isShown(thread)) countThread(deltas, thread, -1);
}
