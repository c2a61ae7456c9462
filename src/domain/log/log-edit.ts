import { type Runner, statement } from '#db/statement.ts';
import { notifyUsers } from '../notification/notify-users.ts';

/** Why a moderator edits what somebody else wrote, and whether the author is notified. */
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

const insertLogEntry = statement<
  unknown,
  {
    moderatorId: number;
    action: string;
    threadId: number | null;
    postId: number | null;
    forumId: number;
    note: string;
  }
>(
  `
    insert into action_log (
      actor_id,
      action,
      target_thread_id,
      target_post_id,
      forum_id,
      reason
    )
    values (:moderatorId, :action, :threadId, :postId, :forumId, :note)`,
);
/**
 * The entry of the action log for it, and the notice that its author gets if the moderator wants
 * that.
 */
export async function logEdit(
  tx: Runner,
  { action, moderatorId, authorId, forumId, threadId, postId, reason }: LoggedEdit,
): Promise<void> {
  await insertLogEntry(tx, {
    moderatorId,
    action,
    threadId: postId === undefined ? threadId : null,
    postId: postId ?? null,
    forumId,
    note: reason.note,
  });
  if (reason.notify)
    await notifyUsers(tx, [
      { userId: authorId, kind: 'moderation', act: action, threadId, postId, note: reason.note },
    ]);
}
