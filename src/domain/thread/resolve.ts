import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { touch } from '#publish/touch.ts';
import { type MayModerate, requireEditor, type Viewer } from '../forum/access.ts';
import { logEdit } from '../log/edited.ts';
import { touchedByThreadEdit } from './touched.ts';

const stored = statement<
  { userId: number; forumId: number; state: string; resolved: boolean },
  { threadId: number }
>(`
  select user_id as "userId", forum_id as "forumId", state, resolved
  from thread
  where id = :threadId
  for update`);
const change = statement<unknown, { threadId: number; resolved: boolean }>(
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
    const [was] = await stored(tx, { threadId });
    if (!was) throw new AppError('notFound');
    await requireEditor(tx, was, editor, mayModerate);
    if (was.state !== 'normal') throw new AppError('notAcceptable');
    if (was.resolved === resolved) return;
    await change(tx, { threadId, resolved });
    if (was.userId !== editor.userId)
      await logEdit(tx, {
        action: resolved ? 'thread.resolve' : 'thread.unresolve',
        moderatorId: editor.userId,
        authorId: was.userId,
        forumId: was.forumId,
        threadId,
        reason: { note: '', notify: false },
      });
    await touch(tx, touchedByThreadEdit({ threadId }));
  });
}
