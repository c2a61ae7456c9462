import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inUnitOfWork } from '../../shared/unit-of-work.ts';
import { applyCommentState, lockComments } from './state.ts';

/**
 * Deletes one's own comment. Returns tags of pages to remove before responding. Idempotent. Throws
 * notFound, forbidden.
 */
export async function deleteOwnComment(
  db: Db,
  userId: number,
  commentId: number,
): Promise<string[]> {
  const { removedTags } = await inUnitOfWork(db, async (unit) => {
    const [comment] = await lockComments(unit.tx, [commentId]);
    if (!comment) throw new AppError('notFound');
    if (comment.userId !== userId) throw new AppError('forbidden');
    if (comment.state !== 'deleted')
      await applyCommentState(unit, [comment], { state: 'deleted' }, userId);
  });
  return removedTags;
}
