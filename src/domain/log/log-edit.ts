import type { Runner } from '#db/statement.ts';
import { notifyUsers } from '../notification/notify-users.ts';
import { insertLogEntries } from './insert-entries.ts';

/** Why a moderator does something, and whether authors are notified. */
export interface ModeratorReason {
  note: string;
  notify: boolean;
}

/** What was changed. */
interface LoggedEdit {
  action: 'thread.edit' | 'post.edit' | 'thread.resolve' | 'thread.unresolve';
  threadId: number;
  /** Without it the thread is meant. */
  postId?: number | undefined;
  reason?: ModeratorReason | undefined;
}

/**
 * The entry of the action log for a change by somebody who isn't the author, and the notice that
 * its author gets if the moderator wants that.
 */
export async function logEdit(
  tx: Runner,
  editorId: number,
  { userId, forumId }: { userId: number; forumId: number },
  { action, threadId, postId, reason = { note: '', notify: false } }: LoggedEdit,
): Promise<void> {
  if (userId === editorId) return;
  const target = postId === undefined ? { thread: threadId } : { post: postId };
  await insertLogEntries(tx, editorId, [{ action, target, forumId, reason: reason.note }]);
  if (reason.notify)
    await notifyUsers(tx, [
      { userId, kind: 'moderation', act: action, threadId, postId, note: reason.note },
    ]);
}
