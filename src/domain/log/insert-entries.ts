import { type Runner, statement } from '#db/statement.ts';

export type LogTarget =
  | { thread: number }
  | { post: number }
  | { comment: number }
  | { user: number }
  | { forum: number }
  | { name: string };

export interface LogEntry {
  /** `<noun>.<verb>`, e.g. `thread.delete`. */
  action: string;
  /** The target; a name if it has no id in the log. */
  target: LogTarget;
  /** The target's forum, whose moderators may read the entry. */
  forumId?: number | undefined;
  reason?: string;
  detail?: Record<string, unknown>;
}

const insertEntries = statement<unknown, { actorId: number; entries: string }>(`
  insert into action_log (
    actor_id,
    action,
    target_thread_id,
    target_post_id,
    target_comment_id,
    target_user_id,
    target_forum_id,
    target_name,
    forum_id,
    reason,
    detail
  )
  select
    :actorId,
    action,
    thread,
    post,
    comment,
    "user",
    forum,
    name,
    "forumId",
    coalesce(reason, ''),
    coalesce(detail, '{}')
  from jsonb_to_recordset(:entries::jsonb) as entry(
    action text, reason text, thread int, post int, comment int, "user" int, forum int, name text,
    "forumId" int, detail jsonb
  )`);

/** Adds entries to the action log, in the transaction of the action. */
export async function insertLogEntries(
  tx: Runner,
  actorId: number,
  entries: readonly LogEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ target, ...entry }) => ({ ...entry, ...target }));
  await insertEntries(tx, { actorId, entries: JSON.stringify(rows) });
}
