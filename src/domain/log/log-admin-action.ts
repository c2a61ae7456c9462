import { type Runner, statement } from '#db/statement.ts';

/** What an administrator did to something that isn't a thread or a post. */
export interface AdminAction {
  actorId: number;
  /** `<noun>.<verb>`, e.g. `forum.rename`. */
  action: string;
  /** The one target: a forum, a person, or the name of what has no number of its own in the log. */
  target: { forumId: number } | { userId: number } | { name: string };
  reason?: string;
  detail?: Record<string, unknown>;
}

const insertLogEntry = statement<
  unknown,
  {
    actorId: number;
    action: string;
    forumId: number | null;
    userId: number | null;
    name: string | null;
    reason: string;
    detail: string;
  }
>(
  `
    insert into action_log (
      actor_id,
      action,
      target_forum_id,
      target_user_id,
      target_name,
      forum_id,
      reason,
      detail
    )
    values (:actorId, :action, :forumId, :userId, :name, :forumId, :reason, :detail)`,
);

/** Adds the one row that a change leaves in the action log, in the change's own transaction. */
export async function logAdminAction(
  tx: Runner,
  { actorId, action, target, reason = '', detail = {} }: AdminAction,
): Promise<void> {
  const forumId = 'forumId' in target ? target.forumId : null;
  await insertLogEntry(tx, {
    actorId,
    action,
    forumId,
    userId: 'userId' in target ? target.userId : null,
    name: 'name' in target ? target.name : null,
    reason,
    detail: JSON.stringify(detail),
  });
}
