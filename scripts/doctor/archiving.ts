import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { Check } from './check.ts';
import { formatAge, ok, problem, type Result, skipped, warning } from './finding.ts';
import { withDatabase } from './forum.ts';
import { MAX_ARCHIVE_SECONDS } from './thresholds.ts';

/* Checks PostgreSQL's continuous WAL archiving. */

export interface Archiving {
  isOn: boolean;
  /** Seconds since the last archived segment; null if there is none. */
  age: number | null;
  /** The last attempt failed. */
  isFailing: boolean;
}

export async function readArchiving(db: Db): Promise<Archiving> {
  const { rows } = await db.execute<{ isOn: boolean; age: number | null; isFailing: boolean }>(
    sql`
      select
        current_setting('archive_mode') <> 'off' as "isOn",
        extract(epoch from now() - last_archived_time)::float8 as age,
        coalesce(
          last_failed_time > coalesce(last_archived_time, '-infinity'),
          false
        ) as "isFailing"
      from pg_stat_archiver`,
  );
  return rows[0] as Archiving;
}

/** Whether the archive has everything older than an hour. */
export const isArchived = ({ isOn, age, isFailing }: Archiving): boolean =>
  isOn && !isFailing && age !== null && age <= MAX_ARCHIVE_SECONDS;

function judgeArchiving({ isOn, age, isFailing }: Archiving): Result {
  if (!isOn)
    return skipped('PostgreSQL does not archive its write-ahead log (archive_mode = off).');
  const last =
    age === null
      ? 'nothing was ever archived'
      : `the last segment was archived ${formatAge(age)} ago`;
  if (isFailing)
    return problem(
      `PostgreSQL fails to archive its write-ahead log: ${last}. The log fills the disk.`,
      'Read the error of archive_command in PostgreSQL’s log, fix it, and run “pgbackrest --stanza=forum check”.',
    );
  if (age === null || age > MAX_ARCHIVE_SECONDS)
    return warning(
      `PostgreSQL has not archived its write-ahead log recently: ${last}.`,
      'Check that archive_command is set, and set archive_timeout to a minute. Without an archive, a disk failure loses the data.',
    );
  return ok(`PostgreSQL archives its write-ahead log; ${last}.`);
}

export const ARCHIVING_CHECK: Check = {
  id: 'database.archiving',
  checked: 'archiving of PostgreSQL’s write-ahead log',
  run: withDatabase(async (db) => judgeArchiving(await readArchiving(db))),
};
