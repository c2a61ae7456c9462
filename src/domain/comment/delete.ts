import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { toInvalidations, urgency } from '#publish/outbox/invalidation.ts';
import { getCommentPageTags } from '../post/page-tags.ts';
import { inUnitOfWork } from '../unit-of-work.ts';
import { isShown } from '../visibility.ts';
import { lockComment } from './lock.ts';

/** `shown`: what a moderator has hidden was taken from the count then. */
const markCommentDeleted = statement<
  unknown,
  { commentId: number; userId: number; shown: boolean }
>(`
  with gone as (
    update comment
    set state = 'deleted', deleted_at = now(), deleted_by = :userId, updated_at = now()
    where id = :commentId
    returning post_id
  )
  update post
  set comments_cnt = comments_cnt - 1
  from gone
  where post.id = gone.post_id and :shown::bool`);

/**
 * Deletes one's own comment. Resolves with the tags whose pages must be removed before the call
 * returns. Idempotent. Throws notFound, forbidden.
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
