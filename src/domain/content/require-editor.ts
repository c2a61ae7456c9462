import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import type { Runner } from '#db/statement.ts';
import { type MayModerate, mayReadForum } from '../shared/forum-access.ts';
import type { Viewer } from '../shared/viewer.ts';

/**
 * Requires a user who may read and edit the source of content: its author or a moderator of its
 * forum. An author without access to the forum gets notFound. Returns whether the user is a
 * moderator. Throws forbidden, notFound (src/decisions/published-pages.md).
 */
export async function requireEditor(
  on: Db | Runner,
  written: { userId: number; forumId: number },
  editor: Viewer,
  mayModerate: MayModerate,
): Promise<boolean> {
  if (await mayModerate(on, written.forumId)) return true;
  if (written.userId !== editor.userId) throw new AppError('forbidden');
  if (!(await mayReadForum(on, written.forumId, editor))) throw new AppError('notFound');
  return false;
}
