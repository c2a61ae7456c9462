import type { Runner } from '#db/statement.ts';
import { insertLogEntries, type LogEntry } from './insert-entries.ts';

/** What an administrator did to something that isn't a thread or a post. */
export interface AdminAction extends Pick<LogEntry, 'action' | 'reason' | 'detail'> {
  actorId: number;
  target: { forumId: number } | { userId: number } | { name: string };
}

/** Adds the one row that a change leaves in the action log, in the change's own transaction. */
export const logAdminAction = (
  tx: Runner,
  { actorId, target, ...entry }: AdminAction,
): Promise<void> =>
  insertLogEntries(tx, actorId, [
    'forumId' in target
      ? { ...entry, target: { forum: target.forumId }, forumId: target.forumId }
      : { ...entry, target: 'userId' in target ? { user: target.userId } : target },
  ]);
