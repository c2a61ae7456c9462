import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction } from '#db/statement.ts';
import { announceGone, touch } from '#publish/touch.ts';
import { Ledger } from '../counts/ledger.ts';
import { lockPosts } from './counts.ts';
import { pagesShowing } from './edit.ts';
import { setReplyState, touchedByReplyState } from './state.ts';

/**
 * Takes one's own reply away; its floor stays and says so (R24). Resolves with the tags whose pages
 * must be gone before the call returns. Throws notFound, forbidden.
 */
export async function deleteOwnReply(
  db: Db,
  timeZone: string,
  userId: number,
  postId: number,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const { posts, threads } = await lockPosts(tx, [postId]);
    const was = posts.get(postId);
    if (!was || was.floor === 0) throw new AppError('notFound');
    if (was.userId !== userId) throw new AppError('forbidden');
    if (was.state === 'deleted') return [];
    const ledger = new Ledger();
    await setReplyState(tx, ledger, was, threads, 'deleted', userId);
    await ledger.book(tx, timeZone);
    const showing = await pagesShowing(tx, was);
    await touch(tx, touchedByReplyState(was, showing));
    await announceGone(tx, [{ thread: was.threadId, post: postId }]);
    return showing;
  });
}
