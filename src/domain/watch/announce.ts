import { statement } from '#db/statement.ts';

/** Queues an approved post for notification of its watchers, except the users in `notified`. */
export const announcePost = statement<unknown, { postId: number; notified: readonly number[] }>(
  `
    insert into unannounced_post (post_id, notified)
    values (:postId, :notified::int[])
    on conflict do nothing`,
);
