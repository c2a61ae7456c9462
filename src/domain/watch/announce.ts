import { statement } from '#db/statement.ts';

/**
 * Queues the watchers' notifications of a post that was just approved or restored, except for users
 * in `told`. Other posts do this in their own statements.
 */
export const announcePost = statement<unknown, { postId: number; told: readonly number[] }>(
  `
    insert into untold_post (post_id, told)
    values (:postId, :told::int[])
    on conflict do nothing`,
);
