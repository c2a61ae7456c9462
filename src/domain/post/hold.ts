import { type Runner, statement } from '#db/statement.ts';
import type { CounterDeltas } from '../counts/counter-deltas.ts';
import { lockPosts, recountReplies } from './counts.ts';

/** Words that need a review came in by an edit, or a newcomer's links did. */
export type EditHoldReason = 'edit' | 'newcomer';

const insertHeld = statement<unknown, { postId: number; reason: string }>(`
  with waits as (
    update post
    set checked = false
    where id = :postId
    returning id
  )
  insert into held (post_id, reason, unseen)
  select id, :reason, false
  from waits
  on conflict (post_id)
  where post_id is not null do nothing`);

/** Puts a shown reply into the review queue. The reply and its thread are locked already. */
export async function holdReplyForReview(
  tx: Runner,
  deltas: CounterDeltas,
  postId: number,
  reason: EditHoldReason,
): Promise<void> {
  const { posts, threads } = await lockPosts(tx, [postId]);
  const reply = posts.get(postId);
  if (!reply?.checked) return;
  await insertHeld(tx, { postId, reason });
  await recountReplies(
    tx,
    deltas,
    [{ before: reply, after: { ...reply, checked: false } }],
    threads,
  );
}
