import { type Runner, statement } from '#db/statement.ts';

/** Why a moderator changes what somebody else wrote, and whether its author is told. */
export interface ModeratorsReason {
  note: string;
  notify: boolean;
}

/** What was changed by somebody who isn't its author. */
export interface Edited {
  action: 'thread.edit' | 'post.edit' | 'thread.resolve' | 'thread.unresolve';
  moderatorId: number;
  authorId: number;
  forumId: number;
  threadId: number;
  /** Without it the thread is meant. */
  postId?: number | undefined;
  reason: ModeratorsReason;
}

const insert = statement<unknown>(
  `
    insert into action_log (
      actor_id,
      action,
      target_thread_id,
      target_post_id,
      forum_id,
      reason
    )
    values ($1, $2, $3, $4, $5, $6)`,
);
const tell = statement<unknown>(
  `
    insert into notification (
      user_id,
      category,
      kind,
      act,
      thread_id,
      post_id,
      note
    )
    values ($1, 3, 'moderation', $2, $3, $4, $5)`,
);

/**
 * The entry of the action log for it, and the notice that its author gets if the moderator wants
 * that.
 */
export async function logEdit(
  tx: Runner,
  { action, moderatorId, authorId, forumId, threadId, postId, reason }: Edited,
): Promise<void> {
  await insert(tx, [
    moderatorId,
    action,
    postId === undefined ? threadId : null,
    postId ?? null,
    forumId,
    reason.note,
  ]);
  if (reason.notify) await tell(tx, [authorId, action, threadId, postId ?? null, reason.note]);
}
