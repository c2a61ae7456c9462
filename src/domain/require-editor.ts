import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import type { Runner } from '#db/statement.ts';
import { type MayModerate, mayReadForum } from './forum/access.ts';
import type { Viewer } from './viewer.ts';

/**
 * For what somebody wrote: that it may be read in full and changed, by its author and by moderators
 * of its forum. Whoever wrote what a moderator has moved to a forum that they may not read has it
 * no longer: for them it isn't there, as for others (src/decisions/private-pages.md). Whether it is
 * a moderator. Throws forbidden, notFound.
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
