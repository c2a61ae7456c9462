import { AppError } from '#contracts/errors.ts';
import { RESTORE_WINDOW_SECONDS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import { inUnitOfWork } from '../../shared/unit-of-work.ts';
import { lockPosts } from './counts.ts';
import { applyReplyState } from './state.ts';

async function lockOwnReply(tx: Runner, userId: number, postId: number) {
  const { posts, threads } = await lockPosts(tx, [postId]);
  const reply = posts.get(postId);
  if (!reply || reply.floor === 0) throw new AppError('notFound');
  if (reply.userId !== userId) throw new AppError('forbidden');
  return { reply, threads };
}

/**
 * Deletes one's own reply; its floor shows a notice (R24). Returns tags of pages to remove before
 * responding. Throws notFound, forbidden.
 */
export async function deleteOwnReply(db: Db, userId: number, postId: number): Promise<string[]> {
  const { removedTags } = await inUnitOfWork(db, async (unit) => {
    const { reply, threads } = await lockOwnReply(unit.tx, userId, postId);
    if (reply.state !== 'deleted') await applyReplyState(unit, [reply], threads, 'deleted', userId);
  });
  return removedTags;
}

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
 * Restores a reply that its author deleted (R24); no effect if it is shown. Throws notFound,
 * forbidden (not the author, or withheld by a moderator), expired.
 */
export async function restoreOwnReply(db: Db, userId: number, postId: number): Promise<void> {
  await inUnitOfWork(db, async (unit) => {
    const { reply, threads } = await lockOwnReply(unit.tx, userId, postId);
    if (reply.state === 'normal') return;
    const [deletion] = await readDeletion(unit.tx, { id: postId, seconds: RESTORE_WINDOW_SECONDS });
    if (reply.state !== 'deleted' || !deletion?.isOwn) throw new AppError('forbidden');
    if (!deletion.isRecent) throw new AppError('expired');
    await applyReplyState(unit, [reply], threads, 'normal', userId);
  });
}
