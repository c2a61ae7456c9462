import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { touch } from '#publish/touch.ts';
import { thread as threadTags, touchedByRemoval } from './touched.ts';
import { GONE, UNCOUNT_THREAD } from './uncount.ts';

const stored = statement<{ userId: number; forumId: number; state: string; checked: boolean }>(`select user_id as "userId", forum_id as "forumId", state, checked from thread where id = $1 for update`);
const DELETE = `update thread set state = 'deleted', deleted_at = now(), deleted_by = $2, updated_at = now() where id = $1`;
const remove = statement<unknown>(`
  with gone as (${DELETE} returning ${GONE}), ${UNCOUNT_THREAD}`);
/** One that waited for review was never counted. */
const removeUncounted = statement<unknown>(DELETE);

/**
 * Takes one's own thread away (softly: a moderator can restore it). Resolves with the tags whose pages must be gone
 * before the call returns. Deleting twice is the same as once. Throws notFound, forbidden.
 */
export async function deleteOwnThread(db: Db, userId: number, threadId: number): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const [was] = await stored(tx, [threadId]);
    if (!was) throw new AppError('notFound');
    if (was.userId !== userId) throw new AppError('forbidden');
    if (was.state === 'deleted') return [];
    await (was.checked ? remove : removeUncounted)(tx, [threadId, userId]);
    await touch(tx, touchedByRemoval({ threadId, forumId: was.forumId, userId }));
    return threadTags({ threadId });
  });
}
