import type { Runner } from '#db/statement.ts';
import { notifyUsers } from '../delivery/notification/notify-users.ts';
import { insertLogEntries } from '../log/insert-entries.ts';

/** A moderator's reason, and whether authors are notified. */
export interface ModeratorReason {
  note: string;
  notify: boolean;
}

interface LoggedEdit {
  action: 'thread.edit' | 'post.edit' | 'thread.resolve' | 'thread.unresolve';
  threadId: number;
  /** Default: the thread. */
  postId?: number | undefined;
  reason?: ModeratorReason | undefined;
}

/** Logs a change by another user than the author, who is notified if the moderator wants that. */
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
