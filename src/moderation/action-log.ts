import type { LogEntryWire } from '#contracts/wire/moderation.ts';
import { joinByKeySql, leftJoinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import type { Params } from '#db/named-parameters.ts';
import { unpreparedStatement } from '#db/statement.ts';
import { WhereClause } from '#db/where-clause.ts';
import { forumReadableSql } from '#domain/forum/access.ts';
import { toReaderGroupId } from '#domain/viewer.ts';
import type { Moderator } from './moderator.ts';

export const LOG_TARGETS = ['thread', 'post', 'comment', 'user', 'forum'] as const;

export interface LogFilter {
  target?: (typeof LOG_TARGETS)[number] | 'name' | undefined;
  targetId?: number | undefined;
  /**
   * A user's name, or the name of a target without an id: `notify`, `job:7`. A prefix is enough.
   */
  targetName?: string | undefined;
  actorId?: number | undefined;
  action?: string | undefined;
  /** Exactly one of these. */
  actions?: readonly string[] | undefined;
  forumId?: number | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface LogQuery extends LogFilter {
  /** Entries older than this one: the log is paged by position, not by offset. */
  beforeId?: number | undefined;
  limit: number;
}

export interface LogRow {
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
  threadOf: number | null;
  nickname: string | null;
  reason: string;
  detail: Record<string, unknown>;
  createdAt: Date;
}

/**
 * Only the conditions that are used, so that each combination has its own plan on the index that
 * fits it.
 */
export function toConditions(
  moderator: Pick<Moderator, 'isGlobal' | 'forums' | 'userId'>,
  query: LogFilter,
): WhereClause {
  const where = new WhereClause();
  if (!moderator.isGlobal)
    where.add('(l.forum_id = any(:forums::int[]) or l.actor_id = :moderatorId)', {
      forums: moderator.forums,
      moderatorId: moderator.userId,
    });
  const { target, targetId, targetName, actorId, action, actions, forumId, from, to } = query;
  const column = target === 'name' ? 'l.target_name' : `l.target_${target}_id`;
  if (target && target !== 'name' && targetId)
    where.add(`${column} = :targetId::int`, { targetId });
  else if (target) where.add(`${column} is not null`);
  if (!target && targetId) {
    const any = LOG_TARGETS.map((one) => `l.target_${one}_id = :targetId::int`);
    where.add(`(${any.join(' or ')})`, { targetId });
  }
  if (targetName)
    where.add(
      `(
        starts_with(l.target_name, :targetName::text)
        or l.target_user_id in (
          select id
          from "user"
          where lower(nickname) = lower(:targetName::text)
        )
      )`,
      { targetName },
    );
  if (actorId) where.add('l.actor_id = :actorId::int', { actorId });
  if (action)
    where.add("(l.action = :action::text or starts_with(l.action, :action::text || '.'))", {
      action,
    });
  if (actions) where.add('l.action = any(:actions::text[])', { actions });
  if (forumId) where.add('l.forum_id = :forumId::int', { forumId });
  if (from) where.add('l.created_at >= :from::timestamptz', { from });
  if (to) where.add('l.created_at < :to::timestamptz', { to });
  return where;
}

/**
 * Entries that `picked`, SQL of rows of the log, finds, with the names of what they are about.
 * `direction` is their order. `isForumReadableSql` says whether the subject of a thread that is in
 * the forum with this alias now may be told.
 */
export const logRowsSql = (
  picked: string,
  direction: 'asc' | 'desc',
  isForumReadableSql: (f: string) => string = () => 'true',
): string => `
  select
    l.id,
    l.actor_id as "actorId",
    a.nickname as actor,
    l.action,
    l.target_thread_id as "threadId",
    l.target_post_id as "postId",
    l.target_comment_id as "commentId",
    l.target_user_id as "userId",
    l.target_forum_id as "forumTarget",
    l.target_name as name,
    l.forum_id as "forumId",
    case when ${isForumReadableSql('f')} then coalesce(t.subject, pt.subject) end as subject,
    coalesce(l.target_thread_id, p.thread_id, c.thread_id) as "threadOf",
    u.nickname,
    l.reason,
    l.detail,
    l.created_at as "createdAt"
  from (${picked}) l
  ${joinByKeySql('"user"', 'a', 'l.actor_id')}
  ${leftJoinByKeySql('thread', 't', 'l.target_thread_id')}
  ${leftJoinByKeySql('post', 'p', 'l.target_post_id')}
  ${leftJoinByKeySql('thread', 'pt', 'p.thread_id')}
  ${leftJoinByKeySql('forum', 'f', 'coalesce(t.forum_id, pt.forum_id)')}
  ${leftJoinByKeySql('comment', 'c', 'l.target_comment_id')}
  ${leftJoinByKeySql('"user"', 'u', 'l.target_user_id')}
  order by l.id ${direction}`;

export function toLogEntryWire(row: LogRow): LogEntryWire {
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
    thread_id: row.threadOf ?? 0,
    reason: row.reason,
    detail: row.detail,
    created_at: row.createdAt.toISOString(),
  };
}

/** SQL: the reader moderates the forum, or may read it. */
const isForumOfReaderSql = (f: string): string =>
  `(${f}.id = any(:forums::int[]) or ${forumReadableSql(f, ':reader')})`;

/**
 * The action log, newest first: all of it for administrators; entries of their forums, and their
 * own actions, for others. A thread that was moved to where they may not look has no name.
 */
export async function readActionLog(
  db: Db,
  moderator: Moderator,
  query: LogQuery,
): Promise<{ data: LogEntryWire[]; next: number | null }> {
  const where = toConditions(moderator, query);
  const picked = `
    select *
    from action_log l
    where ${where.sql} and (:before::int is null or l.id < :before::int)
    order by l.id desc
    limit :limit::int`;
  const rows = await unpreparedStatement<LogRow, Params>(
    logRowsSql(picked, 'desc', isForumOfReaderSql),
  )(db, {
    ...where.params,
    forums: moderator.forums,
    reader: toReaderGroupId(moderator),
    before: query.beforeId ?? null,
    limit: query.limit + 1,
  });
  const shown = rows.slice(0, query.limit);
  return {
    data: shown.map(toLogEntryWire),
    next: rows.length > query.limit ? (shown.at(-1)?.id ?? null) : null,
  };
}
