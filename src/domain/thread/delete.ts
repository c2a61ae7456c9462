import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { touch } from '#publish/touch.ts';
import { thread as threadTags, touchedByRemoval } from './touched.ts';

const stored = statement<{ userId: number; forumId: number; state: string }>(`select user_id as "userId", forum_id as "forumId", state from thread where id = $1 for update`);
const remove = statement<unknown>(`
  with gone as (
    update thread set state = 'deleted', deleted_at = now(), deleted_by = $2, updated_at = now() where id = $1
    returning forum_id, theme_id, user_id, replies_cnt, language, (digest or digest_forum) as digest
  ), in_forum as (
    update forum set threads_cnt = threads_cnt - 1, posts_cnt = posts_cnt - 1 - gone.replies_cnt, english_cnt = english_cnt - (gone.language = 'en_US')::int, digests_cnt = digests_cnt - gone.digest::int
    from gone where forum.id = gone.forum_id
  ), kind as (
    update theme set threads_cnt = threads_cnt - 1 from gone where theme.id = gone.theme_id
  )
  update "user" set threads_cnt = threads_cnt - 1, posts_cnt = posts_cnt - 1 from gone where "user".id = gone.user_id`);

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
    await remove(tx, [threadId, userId]);
    await touch(tx, touchedByRemoval({ threadId, forumId: was.forumId, userId }));
    return threadTags({ threadId });
  });
}
