import type { Runner } from '#db/statement.ts';
import { insertLogEntries, type LogEntry } from './insert-entries.ts';

/** An administrator's action on a target other than threads and posts. */
export interface AdminAction extends Pick<LogEntry, 'action' | 'reason' | 'detail'> {
  actorId: number;
  target: { forumId: number } | { userId: number } | { name: string };
}

/** Logs a change in its own transaction. */
export const logAdminAction = (
  tx: Runner,
  { actorId, target, ...entry }: AdminAction,
): Promise<void> =>
  insertLogEntries(tx, actorId, [
    'forumId' in target
      ? { ...entry, target: { forum: target.forumId }, forumId: target.forumId }
      : { ...entry, target: 'userId' in target ? { user: target.userId } : target },
  ]);
