import { type Runner, statement } from '#db/statement.ts';
import { heatSqlText } from '../thread/hot.ts';

/** Before a reply's row, as by every verb that changes its thread's counts. */
const lock = statement<unknown>(`select from thread where id = (select thread_id from post where id = $1) for update`);
export const lockThreadOf = (tx: Runner, postId: number): Promise<unknown> => lock(tx, [postId]);

/**
 * SQL that takes a reply out of all that counts it, after a CTE `gone` with its thread_id, forum_id and user_id.
 * $1 is the reply.
 */
export const uncountReplySql = (featured: string): string => `newest as (
    select p.id, p.user_id, p.created_at from gone, lateral (
      select id, user_id, created_at from post where thread_id = gone.thread_id and state = 'normal' and (checked or floor = 0) and id <> $1 order by floor desc limit 1) p
  ), changed as (
    update thread set replies_cnt = replies_cnt - 1, last_post_id = newest.id, last_user_id = newest.user_id, last_reply_at = newest.created_at, hot = ${heatSqlText('thread.created_at', '(replies_cnt - 1)', 'likes_cnt')}
    from gone, newest where thread.id = gone.thread_id
  ), in_forum as (
    update forum set posts_cnt = posts_cnt - 1 from gone where forum.id = gone.forum_id
  )
  update "user" set posts_cnt = posts_cnt - 1, featured_cnt = greatest(0, featured_cnt - ${featured}) from gone where "user".id = gone.user_id`;

const hold = statement<unknown>(`
  with gone as (update post set checked = false where id = $1 and checked returning thread_id, forum_id, user_id), ${uncountReplySql('0')}`);

/** Lets a reply that was shown wait for a moderator; its thread is locked already. */
export const holdReply = (tx: Runner, postId: number): Promise<unknown> => hold(tx, [postId]);
