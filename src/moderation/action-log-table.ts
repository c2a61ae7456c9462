import type { AdminLogEntryWire } from '#contracts/wire/admin-moderation.ts';
import type { Db } from '#db/client.ts';
import type { Params } from '#db/named-parameters.ts';
import { statement, unpreparedStatement } from '#db/statement.ts';
import { streamRows } from '#db/stream-rows.ts';
import { MAX_COUNTED_ROWS } from '#platform/limits.ts';
import {
  type LogFilter,
  type LogRow,
  logRowsSql,
  toConditions,
  toLogEntryWire,
} from './action-log.ts';

interface LogTableRow extends LogRow {
  forumName: string;
  forumNameEn: string;
}

// Finds all actions by skipping through the index: a kind without entries costs nothing.
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

/** The filter with the exact names of all actions that `action` stands for. */
async function expandAction(db: Db, { action, ...filter }: LogFilter): Promise<LogFilter> {
  if (!action) return filter;
  return {
    ...filter,
    actions: (await selectDistinctActions(db))
      .map((row) => row.action)
      .filter((one) => one === action || one.startsWith(`${action}.`)),
  };
}

const UNRESTRICTED = { isGlobal: true, forums: [], userId: 0 };
const withForumNamesSql = (text: string, direction: 'asc' | 'desc') =>
  `
    select entry.*, coalesce(f.name, '') as "forumName", coalesce(f.name_en, '') as "forumNameEn"
    from (${text}) entry
    left join forum f on f.id = entry."forumId"
    order by entry.id ${direction}`;
const toAdminLogEntryWire = (row: LogTableRow): AdminLogEntryWire => ({
  ...toLogEntryWire(row),
  forum_name: row.forumName,
  forum_name_en: row.forumNameEn,
});

const selectLatestEntries = unpreparedStatement<LogTableRow, { limit: number }>(
  withForumNamesSql(
    logRowsSql('select * from action_log order by id desc limit :limit::int', 'desc'),
    'desc',
  ),
);

/** The latest entries of the whole log. */
export const readLatestActions = async (db: Db, limit: number): Promise<AdminLogEntryWire[]> =>
  (await selectLatestEntries(db, { limit })).map(toAdminLogEntryWire);

/**
 * A page of the whole log, for administrators; counted up to a limit, from the beginning or from
 * behind the entry `past`.
 */
export async function readActionLogTable(
  db: Db,
  filter: LogFilter,
  oldestFirst: boolean,
  { offset, limit, past }: { offset: number; limit: number; past?: number | undefined },
): Promise<{ rows: AdminLogEntryWire[]; total: number; more: boolean; past?: number | undefined }> {
  const where = toConditions(UNRESTRICTED, await expandAction(db, filter));
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
  const [rows, [counted]] = await Promise.all([
    unpreparedStatement<LogTableRow, Params>(
      withForumNamesSql(logRowsSql(picked, direction), direction),
    )(db, {
      ...where.params,
      offset,
      limit,
    }),
    count(db, where.params),
  ]);
  const total = counted?.total ?? 0;
  return {
    rows: rows.map(toAdminLogEntryWire),
    total: Math.min(total, MAX_COUNTED_ROWS),
    more: total > MAX_COUNTED_ROWS,
    past: rows.at(-1)?.id,
  };
}

/** All entries of the filter, for a file. */
export async function* exportActionLog(
  db: Db,
  filter: LogFilter,
  oldestFirst: boolean,
): AsyncGenerator<AdminLogEntryWire[]> {
  const where = toConditions(UNRESTRICTED, await expandAction(db, filter));
  const direction = oldestFirst ? 'asc' : 'desc';
  for await (const rows of streamRows<LogTableRow>(
    db,
    withForumNamesSql(
      logRowsSql(`select * from action_log l where ${where.sql}`, direction),
      direction,
    ),
    where.params,
  ))
    yield rows.map(toAdminLogEntryWire);
}
