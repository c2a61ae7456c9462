import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { toInvalidations, urgency } from '#outbox/invalidation.ts';
import { getCommentPageTags } from '../post/page-tags.ts';
import { inUnitOfWork } from '../unit-of-work.ts';
import { isShown } from '../visibility.ts';
import { lockComment } from './lock.ts';

/** `shown`: a comment hidden by a moderator is already subtracted. */
const markCommentDeleted = statement<
  unknown,
  { commentId: number; userId: number; shown: boolean }
>(`
  with deleted as (
    update comment
    set state = 'deleted', deleted_at = now(), deleted_by = :userId, updated_at = now()
    where id = :commentId
    returning post_id
  )
  update post
  set comments_cnt = comments_cnt - 1
  from deleted
  where post.id = deleted.post_id and :shown::bool`);

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
    const { tx } = unit;
    const comment = await lockComment(tx, commentId);
    if (comment.userId !== userId) throw new AppError('forbidden');
    if (comment.state === 'deleted') return;
    const shown = isShown(comment);
    await markCommentDeleted(tx, { commentId, userId, shown });
    if (!shown) return;
    const pageTags = getCommentPageTags(comment);
    unit.invalidate(toInvalidations(urgency.takedown, ...pageTags));
    unit.addRemoval(pageTags, {
      forumId: comment.forumId,
      removal: { thread: comment.threadId, post: comment.postId, comment: commentId },
    });
  });
  return removedTags;
}
