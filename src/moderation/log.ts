import type { LogEntryWire } from '#contracts/wire/moderation.ts';
import type { Db } from '#db/client.ts';
import { plannedStatement } from '#db/statement.ts';
import type { Moderator } from './moderator.ts';

export const LOG_TARGETS = ['thread', 'post', 'comment', 'user', 'forum'] as const;

export interface LogQuery {
  target?: (typeof LOG_TARGETS)[number] | undefined;
  targetId?: number | undefined;
  actorId?: number | undefined;
  action?: string | undefined;
  forumId?: number | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Entries older than this one: the log is read on from where the reader is, not skipped through. */
  before?: number | undefined;
  limit: number;
}

interface Row {
  id: number;
  actorId: number;
  actor: string;
  action: string;
  threadId: number | null;
  postId: number | null;
  commentId: number | null;
  userId: number | null;
  forumTarget: number | null;
  name: string | null;
  forumId: number | null;
  subject: string | null;
  nickname: string | null;
  reason: string;
  detail: Record<string, unknown>;
  createdAt: Date;
}

/** Conditions that are asked for, so that each combination has its own plan on the index that fits it. */
function conditions(moderator: Moderator, query: LogQuery): { where: string; values: unknown[] } {
  const parts: string[] = [];
  const values: unknown[] = [];
  const add = (text: (parameter: string) => string, value: unknown) => {
    values.push(value);
    parts.push(text(`$${values.length}`));
  };
  if (!moderator.everywhere) {
    values.push(moderator.forums, moderator.userId);
    parts.push(`(l.forum_id = any($${values.length - 1}::int[]) or l.actor_id = $${values.length})`);
  }
  if (query.target && query.targetId) add((p) => `l.target_${query.target}_id = ${p}::int`, query.targetId);
  else if (query.target) parts.push(`l.target_${query.target}_id is not null`);
  if (query.actorId) add((p) => `l.actor_id = ${p}::int`, query.actorId);
  if (query.action) add((p) => `(l.action = ${p}::text or starts_with(l.action, ${p}::text || '.'))`, query.action);
  if (query.forumId) add((p) => `l.forum_id = ${p}::int`, query.forumId);
  if (query.from) add((p) => `l.created_at >= ${p}::timestamptz`, query.from);
  if (query.to) add((p) => `l.created_at < ${p}::timestamptz`, query.to);
  if (query.before) add((p) => `l.id < ${p}::int`, query.before);
  values.push(query.limit + 1);
  return { where: parts.join(' and ') || 'true', values };
}

const select = (where: string, limit: number): string => `
  select l.id, l.actor_id as "actorId", a.nickname as actor, l.action, l.target_thread_id as "threadId", l.target_post_id as "postId", l.target_comment_id as "commentId", l.target_user_id as "userId",
    l.target_forum_id as "forumTarget", l.target_name as name, l.forum_id as "forumId", coalesce(t.subject, pt.subject) as subject, u.nickname, l.reason, l.detail, l.created_at as "createdAt"
  from (select * from action_log l where ${where} order by l.id desc limit $${limit}::int) l join "user" a on a.id = l.actor_id left join thread t on t.id = l.target_thread_id
  left join post p on p.id = l.target_post_id left join thread pt on pt.id = p.thread_id left join "user" u on u.id = l.target_user_id order by l.id desc`;

function present(row: Row): LogEntryWire {
  const [kind, id] = ([
    ['thread', row.threadId],
    ['post', row.postId],
    ['comment', row.commentId],
    ['user', row.userId],
    ['forum', row.forumTarget],
  ].find(([, found]) => found !== null) ?? ['name', 0]) as [LogEntryWire['target']['kind'], number];
  return {
    id: row.id,
    actor: { id: row.actorId, nickname: row.actor },
    action: row.action,
    target: { kind, id, name: row.name ?? row.nickname ?? row.subject ?? '' },
    forum_id: row.forumId ?? 0,
    reason: row.reason,
    detail: row.detail,
    created_at: row.createdAt.toISOString(),
  };
}

/** What moderators did, the newest first: everything for administrators; of their forums, and their own acts, for others. */
export async function readLog(db: Db, moderator: Moderator, query: LogQuery): Promise<{ data: LogEntryWire[]; next: number | null }> {
  const { where, values } = conditions(moderator, query);
  const rows = await plannedStatement<Row>(select(where, values.length))(db, values);
  const shown = rows.slice(0, query.limit);
  return { data: shown.map(present), next: rows.length > query.limit ? (shown.at(-1)?.id ?? null) : null };
}
