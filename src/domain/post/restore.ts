import { AppError } from '#contracts/errors.ts';
import { RESTORE_WINDOW_SECONDS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { invalidate } from '#publish/outbox/invalidation.ts';
import { CounterDeltas } from '../counts/counter-deltas.ts';
import { lockPosts } from './counts.ts';
import { getReplyTags } from './page-tags.ts';
import { getReplyStateInvalidations, setReplyState } from './state.ts';

const readDeletion = statement<
  { isOwn: boolean; isRecent: boolean },
  { id: number; seconds: number }
>(`
  select
    coalesce(deleted_by = user_id, false) as "isOwn",
    coalesce(deleted_at > now() - :seconds * interval '1 second', false) as "isRecent"
  from post
  where id = :id`);

/**
 * Restores a reply that its author has just deleted (R24); a reply that is shown stays as it is.
 * Throws notFound, forbidden (somebody else's, or withheld by a moderator), expired.
 */
export async function restoreOwnReply(
  db: Db,
  timeZone: string,
  userId: number,
  postId: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { posts, threads } = await lockPosts(tx, [postId]);
    const reply = posts.get(postId);
    if (!reply || reply.floor === 0) throw new AppError('notFound');
    if (reply.userId !== userId) throw new AppError('forbidden');
    if (reply.state === 'normal') return;
    const [deletion] = await readDeletion(tx, { id: postId, seconds: RESTORE_WINDOW_SECONDS });
    if (reply.state !== 'deleted' || !deletion?.isOwn) throw new AppError('forbidden');
    if (!deletion.isRecent) throw new AppError('expired');
    const deltas = new CounterDeltas();
    await setReplyState(tx, deltas, reply, threads, 'normal', userId);
    await deltas.apply(tx, timeZone);
    await invalidate(tx, getReplyStateInvalidations(reply, await getReplyTags(tx, reply)));
  });
}
