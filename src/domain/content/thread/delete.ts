import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inUnitOfWork } from '../../shared/unit-of-work.ts';
import { lockThreads } from './counts.ts';
import { applyThreadState } from './state.ts';

/** Idempotent. Returns tags of pages to remove before the response. Throws notFound, forbidden. */
export async function deleteOwnThread(db: Db, userId: number, threadId: number): Promise<string[]> {
  const { removedTags } = await inUnitOfWork(db, async (unit) => {
    const thread = (await lockThreads(unit.tx, [threadId])).get(threadId);
    if (!thread) throw new AppError('notFound');
    if (thread.userId !== userId) throw new AppError('forbidden');
    if (thread.state !== 'deleted') await applyThreadState(unit, [thread], 'deleted', userId);
  });
  return removedTags;
}
