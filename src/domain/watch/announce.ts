import { statement } from '#db/statement.ts';

/**
 * Has those who watch told of a post that everybody is shown from now on; not those who were told
 * already. Replies and threads that need no review leave the same row in their own statements.
 */
export const announcePost = statement<unknown, { postId: number; told: readonly number[] }>(
  `
    insert into untold_post (post_id, told)
    values (:postId, :told::int[])
    on conflict do nothing`,
);
