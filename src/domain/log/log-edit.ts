import type { Runner } from '#db/statement.ts';
import { notifyUsers } from '../notification/notify-users.ts';
import { insertLogEntries } from './insert-entries.ts';

/** Why a moderator does something, and whether authors are notified. */
export interface ModeratorReason {
  note: string;
  notify: boolean;
}

/** What was changed by somebody who isn't its author. */
export interface LoggedEdit {
  action: 'thread.edit' | 'post.edit' | 'thread.resolve' | 'thread.unresolve';
  moderatorId: number;
  authorId: number;
  forumId: number;
  threadId: number;
  /** Without it the thread is meant. */
  postId?: number | undefined;
  reason: ModeratorReason;
}

/**
 * The entry of the action log for it, and the notice that its author gets if the moderator wants
 * that.
 */
export async function logEdit(
  tx: Runner,
  { action, moderatorId, authorId, forumId, threadId, postId, reason }: LoggedEdit,
): Promise<void> {
  const target = postId === undefined ? { thread: threadId } : { post: postId };
  await insertLogEntries(tx, moderatorId, [{ action, target, forumId, reason: reason.note }]);
  if (reason.notify)
    await notifyUsers(tx, [
      { userId: authorId, kind: 'moderation', act: action, threadId, postId, note: reason.note },
    ]);
}
