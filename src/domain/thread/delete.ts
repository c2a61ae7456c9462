import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction } from '#db/statement.ts';
import { announceGone, touch } from '#publish/touch.ts';
import { Ledger } from '../counts/ledger.ts';
import { lockThreads } from './counts.ts';
import { setThreadState } from './state.ts';
import { thread as threadTags, touchedByRemoval } from './touched.ts';

/**
 * Takes one's own thread away (softly: a moderator can restore it). Resolves with the tags whose
 * pages must be gone before the call returns. Deleting twice is the same as once. Throws notFound,
 * forbidden.
 */
export async function deleteOwnThread(
  db: Db,
  timeZone: string,
  userId: number,
  threadId: number,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const was = (await lockThreads(tx, [threadId])).get(threadId);
    if (!was) throw new AppError('notFound');
    if (was.userId !== userId) throw new AppError('forbidden');
    if (was.state === 'deleted') return [];
    const ledger = new Ledger();
    await setThreadState(tx, ledger, was, 'deleted', userId);
    await ledger.book(tx, timeZone);
    await touch(tx, touchedByRemoval({ threadId, forumId: was.forumId, userId }));
    await announceGone(tx, [{ thread: threadId }]);
    return threadTags({ threadId });
  });
}
