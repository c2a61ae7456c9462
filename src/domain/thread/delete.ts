import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction } from '#db/statement.ts';
import { announceRemovals } from '#publish/outbox/announce-removals.ts';
import { invalidate } from '#publish/outbox/invalidation.ts';
import { CounterDeltas } from '../counts/counter-deltas.ts';
import { lockThreads } from './counts.ts';
import { getThreadRemovalInvalidations, threadTags } from './invalidations.ts';
import { setThreadState } from './state.ts';

/**
 * Deletes one's own thread; a moderator can restore it. Resolves with the tags whose pages must be
 * removed before the call returns. Idempotent. Throws notFound, forbidden.
 */
export async function deleteOwnThread(
  db: Db,
  timeZone: string,
  userId: number,
  threadId: number,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const thread = (await lockThreads(tx, [threadId])).get(threadId);
    if (!thread) throw new AppError('notFound');
    if (thread.userId !== userId) throw new AppError('forbidden');
    if (thread.state === 'deleted') return [];
    const deltas = new CounterDeltas();
    await setThreadState(tx, deltas, thread, 'deleted', userId);
    await deltas.apply(tx, timeZone);
    await invalidate(
      tx,
      getThreadRemovalInvalidations({ threadId, forumId: thread.forumId, userId }),
    );
    await announceRemovals(tx, [{ thread: threadId }]);
    return threadTags({ threadId });
  });
}
