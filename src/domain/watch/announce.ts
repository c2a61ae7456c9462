import { type Runner, statement } from '#db/statement.ts';

const insertUntold = statement<unknown, { postId: number; told: readonly number[] }>(
  `
    insert into untold_post (post_id, told)
    values (:postId, :told::int[])
    on conflict do nothing`,
);

/**
 * Has those who watch told of a post that everybody is shown from now on; not those who were told
 * already. Replies and threads that need no review leave the same row in their own statements.
 */
export async function announcePost(
  tx: Runner,
  postId: number,
  told: readonly number[],
): Promise<void> {
  await insertUntold(tx, { postId, told });
}
