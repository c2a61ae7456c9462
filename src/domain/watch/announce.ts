import { statement } from '#db/statement.ts';

/** Queues an approved post for notification of its watchers, except the users in `told`. */
export const announcePost = statement<unknown, { postId: number; told: readonly number[] }>(
  `
    insert into untold_post (post_id, told)
    values (:postId, :told::int[])
    on conflict do nothing`,
);
