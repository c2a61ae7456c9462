import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { tag, touch, touches, urgency } from '#publish/touch.ts';
import { heatSqlText } from '../thread/hot.ts';
import { pagesShowing } from './edit.ts';

interface Stored {
  threadId: number;
  forumId: number;
  userId: number;
  floor: number;
  state: string;
  featured: boolean;
}

// The thread is locked first, as by every verb that changes its counts.
const lockThread = statement<unknown>(`select from thread where id = (select thread_id from post where id = $1) for update`);
const stored = statement<Stored>(`
  select thread_id as "threadId", forum_id as "forumId", user_id as "userId", floor, state, featured from post where id = $1 and floor > 0 for update`);
const remove = statement<unknown>(`
  with gone as (
    update post set state = 'deleted', deleted_at = now(), deleted_by = $2, updated_at = now() where id = $1 returning thread_id, forum_id, user_id
  ), newest as (
    select p.id, p.user_id, p.created_at from gone, lateral (select id, user_id, created_at from post where thread_id = gone.thread_id and state = 'normal' and id <> $1 order by floor desc limit 1) p
  ), changed as (
    update thread set replies_cnt = replies_cnt - 1, last_post_id = newest.id, last_user_id = newest.user_id, last_reply_at = newest.created_at, hot = ${heatSqlText('thread.created_at', '(replies_cnt - 1)', 'likes_cnt')}
    from gone, newest where thread.id = gone.thread_id
  ), in_forum as (
    update forum set posts_cnt = posts_cnt - 1 from gone where forum.id = gone.forum_id
  )
  update "user" set posts_cnt = posts_cnt - 1, featured_cnt = greatest(0, featured_cnt - $3::int) from gone where "user".id = gone.user_id`);

/**
 * Takes one's own reply away; its floor stays and says so (R24). Resolves with the tags whose pages must be gone before
 * the call returns. Throws notFound, forbidden.
 */
export async function deleteOwnReply(db: Db, userId: number, postId: number): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await lockThread(tx, [postId]);
    const [was] = await stored(tx, [postId]);
    if (!was) throw new AppError('notFound');
    if (was.userId !== userId) throw new AppError('forbidden');
    if (was.state === 'deleted') return [];
    await remove(tx, [postId, userId, was.featured ? 1 : 0]);
    const showing = [...(await pagesShowing(tx, { id: postId, ...was })), tag.userPage(userId)];
    await touch(tx, [
      ...touches(urgency.takedown, ...showing),
      ...touches(urgency.list, tag.row(was.threadId), tag.list(0, 'latest'), tag.list(was.forumId, 'latest')),
      ...touches(urgency.counts, tag.threadCounts(was.threadId), tag.today()),
    ]);
    return showing;
  });
}
