import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction } from '#db/statement.ts';
import { announceRemovals } from '#publish/outbox/announce-removals.ts';
import { invalidate } from '#publish/outbox/invalidation.ts';
import { CounterDeltas } from '../counts/counter-deltas.ts';
import { lockPosts } from './counts.ts';
import { getReplyTags } from './page-tags.ts';
import { getReplyStateInvalidations, setReplyState } from './state.ts';

/**
 * Deletes one's own reply; its floor stays and says so (R24). Resolves with the tags whose pages
 * must be removed before the call returns. Throws notFound, forbidden.
 */
export async function deleteOwnReply(
  db: Db,
  timeZone: string,
  userId: number,
  postId: number,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const { posts, threads } = await lockPosts(tx, [postId]);
    const reply = posts.get(postId);
    if (!reply || reply.floor === 0) throw new AppError('notFound');
    if (reply.userId !== userId) throw new AppError('forbidden');
    if (reply.state === 'deleted') return [];
    const deltas = new CounterDeltas();
    await setReplyState(tx, deltas, reply, threads, 'deleted', userId);
    await deltas.apply(tx, timeZone);
    const tags = await getReplyTags(tx, reply);
    await invalidate(tx, getReplyStateInvalidations(reply, tags));
    await announceRemovals(tx, [{ thread: reply.threadId, post: postId }]);
    return tags;
  });
}
