import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { tag, touch, touches, urgency } from '#publish/touch.ts';
import { pagesShowing } from './edit.ts';
import { lockThreadOf, uncountReplySql } from './uncount.ts';

interface Stored {
  threadId: number;
  forumId: number;
  userId: number;
  floor: number;
  state: string;
  featured: boolean;
  checked: boolean;
}

const stored = statement<Stored>(`
  select thread_id as "threadId", forum_id as "forumId", user_id as "userId", floor, state, featured, checked from post where id = $1 and floor > 0 for update`);
const DELETE = `update post set state = 'deleted', deleted_at = now(), deleted_by = $2, updated_at = now() where id = $1`;
const remove = statement<unknown>(`
  with gone as (${DELETE} returning thread_id, forum_id, user_id), ${uncountReplySql('$3::int')}`);
/** One that waited for review was never counted. */
const removeUncounted = statement<unknown>(DELETE);

/**
 * Takes one's own reply away; its floor stays and says so (R24). Resolves with the tags whose pages must be gone before
 * the call returns. Throws notFound, forbidden.
 */
export async function deleteOwnReply(db: Db, userId: number, postId: number): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await lockThreadOf(tx, postId);
    const [was] = await stored(tx, [postId]);
    if (!was) throw new AppError('notFound');
    if (was.userId !== userId) throw new AppError('forbidden');
    if (was.state === 'deleted') return [];
    if (was.checked) await remove(tx, [postId, userId, was.featured ? 1 : 0]);
    else await removeUncounted(tx, [postId, userId]);
    const showing = [...(await pagesShowing(tx, { id: postId, ...was })), tag.userPage(userId)];
    await touch(tx, [
      ...touches(urgency.takedown, ...showing),
      ...touches(urgency.list, tag.row(was.threadId), tag.list(0, 'latest'), tag.list(was.forumId, 'latest')),
      ...touches(urgency.counts, tag.threadCounts(was.threadId), tag.today()),
    ]);
    return showing;
  });
}
