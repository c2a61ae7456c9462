import { LOG_TARGETS } from '#contracts/admin-choices.ts';
import { MAX_COUNTED_ROWS } from '#contracts/limits.ts';
import type { AdminLogEntryWire } from '#contracts/wire/admin-moderation.ts';
import type { LogEntryWire } from '#contracts/wire/moderation.ts';
import { joinByKeySql, leftJoinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import type { Params } from '#db/named-parameters.ts';
import { statement, unpreparedStatement } from '#db/statement.ts';
import { streamRows } from '#db/stream-rows.ts';
import { WhereClause } from '#db/where-clause.ts';
import { forumReadableSql } from '../shared/forum-access.ts';
import { userJsonSql } from '../shared/user-json-sql.ts';
import { type ModerationReach, toReaderGroupId, type Viewer } from '../shared/viewer.ts';

export interface LogFilter {
  target?: (typeof LOG_TARGETS)[number] | 'name' | undefined;
  targetId?: number | undefined;
  /** A user's name, or a prefix of a target's name: `notify`, `job:7`. */
  targetName?: string | undefined;
  actorId?: number | undefined;
  /** An action, or a noun for all of its actions. */
  action?: string | undefined;
  forumId?: number | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

// Skips through the index: a kind without entries costs nothing.
const selectDistinctActions = statement<{ action: string }>(`
  with recursive act as (
    (select action from action_log order by action limit 1)
    union all
    select (select l.action from action_log l where l.action > act.action order by l.action limit 1)
    from act
    where act.action is not null
  )
  select action
  from act
  where action is not null`);

const readActionNames = async (db: Db, action: string): Promise<string[]> =>
  (await selectDistinctActions(db))
    .map((row) => row.action)
    .filter((name) => name === action || name.startsWith(`${action}.`));

/** Only the used conditions, so that each combination gets its own plan and index. */
async function toConditions(
  db: Db,
  reader: ModerationReach & { userId: number },
  { target, targetId, targetName, actorId, action, forumId, from, to }: LogFilter,
): Promise<WhereClause> {
  const where = new WhereClause();
  if (!reader.isGlobal)
    where.add('(l.forum_id = any(:forums::int[]) or l.actor_id = :moderatorId)', {
      forums: reader.forums,
      moderatorId: reader.userId,
    });
  const column = target === 'name' ? 'l.target_name' : `l.target_${target}_id`;
  if (target && target !== 'name' && targetId)
    where.add(`${column} = :targetId::int`, { targetId });
  else if (target) where.add(`${column} is not null`);
  if (!target && targetId) {
    const any = LOG_TARGETS.map((kind) => `l.target_${kind}_id = :targetId::int`);
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
    where.add('l.action = any(:actions::text[])', { actions: await readActionNames(db, action) });
  if (forumId) where.add('l.forum_id = :forumId::int', { forumId });
  if (from) where.add('l.created_at >= :from::timestamptz', { from });
  if (to) where.add('l.created_at < :to::timestamptz', { to });
  return where;
}

type Direction = 'asc' | 'desc';

/**
 * SQL: entries of the log rows of `picked`, with target names. `isForumReadableSql`: SQL of whether
 * the reader may see subjects of a forum.
 */
const logEntriesSql = (
  picked: string,
  direction: Direction,
  isForumReadableSql: (f: string) => string,
  { columns, joins }: { columns: string; joins: string } = { columns: '', joins: '' },
): string => `
  select
    l.id,
    ${userJsonSql('a')} as actor,
    l.action,
    json_build_object(
      'kind', case
        ${LOG_TARGETS.map((kind) => `when l.target_${kind}_id is not null then '${kind}'`).join(' ')}
        else 'name'
      end,
      'id', coalesce(${LOG_TARGETS.map((kind) => `l.target_${kind}_id`).join(', ')}, 0),
      'name', coalesce(
        l.target_name,
        u.nickname,
        case when ${isForumReadableSql('f')} then coalesce(t.subject, pt.subject) end,
        ''
      )
    ) as target,
    coalesce(l.forum_id, 0) as forum_id,
    coalesce(l.target_thread_id, p.thread_id, c.thread_id, 0) as thread_id,
    l.reason,
    l.detail,
    ${isoSql('l.created_at')} as created_at
    ${columns}
  from (${picked}) l
  ${joinByKeySql('"user"', 'a', 'l.actor_id')}
  ${leftJoinByKeySql('thread', 't', 'l.target_thread_id')}
  ${leftJoinByKeySql('post', 'p', 'l.target_post_id')}
  ${leftJoinByKeySql('thread', 'pt', 'p.thread_id')}
  ${leftJoinByKeySql('forum', 'f', 'coalesce(t.forum_id, pt.forum_id)')}
  ${leftJoinByKeySql('comment', 'c', 'l.target_comment_id')}
  ${leftJoinByKeySql('"user"', 'u', 'l.target_user_id')}
  ${joins}
  order by l.id ${direction}`;

const isForumOfReaderSql = (f: string): string =>
  `(${f}.id = any(:forums::int[]) or ${forumReadableSql(f, ':reader')})`;

/**
 * The action log, newest first: all of it for administrators; for moderators their forums' and
 * their own entries. Threads that moved to an unreadable forum have no name. `beforeId` pages by
 * position, as the log grows.
 */
export async function readActionLog(
  db: Db,
  reader: ModerationReach & Viewer,
  filter: LogFilter,
  { beforeId, limit }: { beforeId?: number | undefined; limit: number },
): Promise<{ data: LogEntryWire[]; next: number | null }> {
  const where = await toConditions(db, reader, filter);
  if (beforeId) where.add('l.id < :before::int', { before: beforeId });
  const picked = `
    select *
    from action_log l
    where ${where.sql}
    order by l.id desc
    limit :limit::int`;
  const rows = await unpreparedStatement<LogEntryWire, Params>(
    logEntriesSql(picked, 'desc', isForumOfReaderSql),
  )(db, {
    ...where.params,
    forums: reader.forums,
    reader: toReaderGroupId(reader),
    limit: limit + 1,
  });
  const data = rows.slice(0, limit);
  return { data, next: rows.length > limit ? (data.at(-1)?.id ?? null) : null };
}

const ADMINISTRATOR = { isGlobal: true, forums: [], userId: 0 };
const adminLogEntriesSql = (picked: string, direction: Direction): string =>
  logEntriesSql(picked, direction, () => 'true', {
    columns: `, coalesce(lf.name, '') as forum_name, coalesce(lf.name_en, '') as forum_name_en`,
    joins: leftJoinByKeySql('forum', 'lf', 'l.forum_id'),
  });

export const readLatestActions = unpreparedStatement<AdminLogEntryWire, { limit: number }>(
  adminLogEntriesSql('select * from action_log order by id desc limit :limit::int', 'desc'),
);

/**
 * A page of the whole log, for administrators, by offset or after the entry `past`. Counting ends
 * at a limit.
 */
export async function readActionLogTable(
  db: Db,
  filter: LogFilter,
  oldestFirst: boolean,
  { offset, limit, past }: { offset: number; limit: number; past?: number | undefined },
): Promise<{ rows: AdminLogEntryWire[]; total: number; more: boolean; past?: number | undefined }> {
  const where = await toConditions(db, ADMINISTRATOR, filter);
  if (past !== undefined) where.add(`l.id ${oldestFirst ? '>' : '<'} :past::int`, { past });
  const direction = oldestFirst ? 'asc' : 'desc';
  const picked = `
    select *
    from action_log l
    where ${where.sql}
    order by l.id ${direction}
    offset :offset::int
    limit :limit::int`;
  const count = unpreparedStatement<{ total: number }, Params>(
    `
      select count(*)::int as total
      from (select from action_log l where ${where.sql} limit ${MAX_COUNTED_ROWS + 1}) counted`,
  );
  const readRows = unpreparedStatement<AdminLogEntryWire, Params>(
    adminLogEntriesSql(picked, direction),
  );
  const [rows, [counted]] = await Promise.all([
    readRows(db, { ...where.params, offset, limit }),
    count(db, where.params),
  ]);
  const total = counted?.total ?? 0;
  return {
    rows,
    total: Math.min(total, MAX_COUNTED_ROWS),
    more: total > MAX_COUNTED_ROWS,
    past: rows.at(-1)?.id,
  };
}

/** All entries of the filter, for export. */
export async function* exportActionLog(
  db: Db,
  filter: LogFilter,
  oldestFirst: boolean,
): AsyncGenerator<AdminLogEntryWire[]> {
  const where = await toConditions(db, ADMINISTRATOR, filter);
  const picked = `select * from action_log l where ${where.sql}`;
  yield* streamRows<AdminLogEntryWire>(
    db,
    adminLogEntriesSql(picked, oldestFirst ? 'asc' : 'desc'),
    where.params,
  );
}
