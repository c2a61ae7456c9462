import { type Runner, statement } from '#db/statement.ts';
import type { Ledger } from '../counts/ledger.ts';
import { lockPosts, recountReplies } from './counts.ts';

/** Words that need a review came in by an edit, or a newcomer's links did. */
export type HeldReason = 'edit' | 'newcomer';

const hold = statement<unknown, { postId: number; reason: string }>(`
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

/** Lets a reply that was shown wait for a moderator; it and its thread are locked already. */
export async function holdReply(
  tx: Runner,
  ledger: Ledger,
  postId: number,
  reason: HeldReason,
): Promise<void> {
  const { posts, threads } = await lockPosts(tx, [postId]);
  const was = posts.get(postId);
  if (!was?.checked) return;
  await hold(tx, { postId, reason });
  await recountReplies(tx, ledger, [{ was, is: { ...was, checked: false } }], threads);
}
