import { statement } from '#db/statement.ts';

/** Queues watchers of an approved post, except users in `told`; other posts do this themselves. */
export const announcePost = statement<unknown, { postId: number; told: readonly number[] }>(
  `
    insert into untold_post (post_id, told)
    values (:postId, :told::int[])
    on conflict do nothing`,
);
