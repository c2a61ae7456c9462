import { ADDRESS_RETENTION_DAYS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

/*
 * IP addresses are deleted after the retention period (R39). A scan by id, which follows time,
 * resumes where it ended. So it needs no index and reads each row once.
 */

const ROWS_PER_STEP = 2_000;
const isOldSql = (column: string): string =>
  `${column} < now() - interval '${ADDRESS_RETENTION_DAYS} days'`;

/** Name of the site_state row with the last scanned id. */
const stateName = (table: string): string => `addresses.${table}`;

// Ends at a step without old rows. It passes over newer rows between old ones, as imports leave.
const clearNextOf = (table: 'post' | 'comment') =>
  statement<{ read: number; cleared: number }>(`
    with step as (
      select id, created_at, created_ip
      from ${table}
      where id > coalesce(
        (
          select (value #>> '{}')::int
          from site_state
          where name = '${stateName(table)}'
        ),
        0
      )
      order by id
      limit ${ROWS_PER_STEP}
    ),
    cleared as (
      update ${table}
      set created_ip = ''
      from step
      where ${table}.id = step.id and step.created_ip <> '' and ${isOldSql('step.created_at')}
      returning 1
    ),
    saved as (
      insert into site_state (name, value)
      select '${stateName(table)}', to_jsonb(max(id))
      from step
      where ${isOldSql('created_at')}
      having max(id) is not null
      on conflict (name) do update set value = excluded.value
    )
    select
      count(*) filter (where ${isOldSql('created_at')})::int as read,
      (select count(*)::int from cleared) as cleared
    from step`);
const CLEAR_NEXT = [clearNextOf('post'), clearNextOf('comment')];

/** Clears a column of addresses in old rows; `age` is the column with the time. */
const clearOlder = (table: string, address: string, age: string) =>
  statement<{ cleared: number }>(`
    with cleared as (
      update ${table}
      set ${address} = ''
      where ${address} <> '' and ${isOldSql(age)}
      returning 1
    )
    select count(*)::int as cleared
    from cleared`);
const CLEAR_OLDER = [
  clearOlder('"user"', 'created_ip', 'created_at'),
  clearOlder('"user"', 'login_ip', 'login_at'),
  clearOlder('session', 'ip', 'seen_at'),
];

/** Clears expired addresses. Returns the number. */
export async function clearOldAddresses(db: Db): Promise<number> {
  let total = 0;
  for (const clearNext of CLEAR_NEXT)
    for (;;) {
      const [step] = await clearNext(db);
      if (!step || step.read === 0) break;
      total += step.cleared;
    }
  for (const clear of CLEAR_OLDER) total += (await clear(db))[0]?.cleared ?? 0;
  return total;
}
