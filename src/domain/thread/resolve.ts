import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { invalidate } from '#publish/outbox/invalidation.ts';
import type { MayModerate } from '../forum/access.ts';
import { logEdit } from '../log/log-edit.ts';
import { requireEditor } from '../require-editor.ts';
import type { Viewer } from '../viewer.ts';
import { getThreadEditInvalidations } from './invalidations.ts';

const lockThread = statement<
  { userId: number; forumId: number; state: string; resolved: boolean },
  { threadId: number }
>(`
  select user_id as "userId", forum_id as "forumId", state, resolved
  from thread
  where id = :threadId
  for update`);
const updateResolved = statement<unknown, { threadId: number; resolved: boolean }>(
  `update thread set resolved = :resolved, updated_at = now() where id = :threadId`,
);

/**
 * Marks a thread as resolved, or takes the mark back; a moderator’s doing so is logged. Throws
 * notFound, notAcceptable, forbidden.
 */
export async function setResolved(
  db: Db,
  editor: Viewer,
  threadId: number,
  resolved: boolean,
  mayModerate: MayModerate,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [thread] = await lockThread(tx, { threadId });
    if (!thread) throw new AppError('notFound');
    await requireEditor(tx, thread, editor, mayModerate);
    if (thread.state !== 'normal') throw new AppError('notAcceptable');
    if (thread.resolved === resolved) return;
    await updateResolved(tx, { threadId, resolved });
    if (thread.userId !== editor.userId)
      await logEdit(tx, {
        action: resolved ? 'thread.resolve' : 'thread.unresolve',
        moderatorId: editor.userId,
        authorId: thread.userId,
        forumId: thread.forumId,
        threadId,
        reason: { note: '', notify: false },
      });
    await invalidate(tx, getThreadEditInvalidations({ threadId }));
  });
}
