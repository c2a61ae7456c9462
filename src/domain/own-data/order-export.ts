import { AppError } from '#contracts/errors.ts';
import type { AccountExportStatus, AccountExportWire } from '#contracts/wire/own-data.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { inTransaction, type Runner, statement, toRunner } from '#db/statement.ts';
import { EXPORT_INTERVAL_HOURS } from '#platform/limits.ts';
import { hasNoJobSql } from '../jobs/has-no-job-sql.ts';
import { logOrder, type Order, requireRankAbove } from './schedule-deletion.ts';

export const EXPORT_TASK = 'export';

// Failed archives don't count.
const selectLatest = statement<AccountExportWire & { next_at: string | null }, { userId: number }>(`
  select
    id,
    state,
    ${isoSql('created_at')} as created_at,
    case when state = 'ready' then ${isoSql('expires_at')} end as expires_at,
    bytes::float8 as bytes,
    ordered_by is not null as by_administrator,
    case
      when state <> 'failed'
        and created_at > now() - interval '${EXPORT_INTERVAL_HOURS} hours'
      then ${isoSql(`(created_at + interval '${EXPORT_INTERVAL_HOURS} hours')`)}
    end as next_at
  from account_export
  where user_id = :userId
  order by id desc
  limit 1`);

/** A person's latest archive, and the time from which the next may be ordered. */
export async function readExportStatus(
  on: Db | Runner,
  userId: number,
): Promise<AccountExportStatus> {
  const [row] = await selectLatest(toRunner(on), { userId });
  if (!row) return { latest: null, next_at: null };
  const { next_at, ...latest } = row;
  return { latest, next_at };
}

/** Of two concurrent orders, the second finds the first. */
const lockUser = statement<{ left: boolean }, { userId: number }>(
  `
    select left_at is not null as left
    from "user"
    where id = :userId
    for no key update`,
);
const insertExport = statement<{ id: number }, { userId: number; orderedBy: number | null }>(`
  insert into account_export (user_id, ordered_by)
  values (:userId, :orderedBy)
  returning id`);
const JOB_KEY_SQL = `'export:' || account_export.id`;
const ENQUEUE_EXPORTS_SQL = `
  select graphile_worker.add_job(
    '${EXPORT_TASK}',
    json_build_object('export', id),
    queue_name => 'exports',
    job_key => ${JOB_KEY_SQL},
    max_attempts => 3
  )
  from account_export`;
const enqueueExport = statement<unknown, { id: number }>(`${ENQUEUE_EXPORTS_SQL} where id = :id`);

/** Replaces the last archive. Throws notFound, forbidden, exported (last one under a day old). */
export const orderExport = (db: Db, userId: number, order?: Order): Promise<AccountExportStatus> =>
  inTransaction(db, async (tx) => {
    const [user] = await lockUser(tx, { userId });
    if (!user || user.left) throw new AppError('notFound');
    await requireRankAbove(tx, order?.actorId, userId);
    const { next_at } = await readExportStatus(tx, userId);
    if (next_at) throw new AppError('exported', { payload: next_at });
    await endExports(tx, { userId });
    const [inserted] = await insertExport(tx, { userId, orderedBy: order?.actorId ?? null });
    await enqueueExport(tx, { id: inserted?.id as number });
    await logOrder(tx, 'user.export', userId, order);
    return readExportStatus(tx, userId);
  });

/** Ends all archives of a person; the next sweep deletes the files (export-files.ts). */
export const endExports = statement<unknown, { userId: number }>(`
  update account_export
  set state = 'expired'
  where user_id = :userId and state in ('waiting', 'running', 'ready')`);

/** Minutes without progress after which the worker counts as dead. */
const LEASE_MINUTES = 10;
/** SQL: queues ordered archives without a job, and archives of dead workers. */
export const ENQUEUE_STRANDED_EXPORTS_SQL = `
  ${ENQUEUE_EXPORTS_SQL}
  where state in ('waiting', 'running')
    and case state
      when 'running' then seen_at < now() - interval '${LEASE_MINUTES} minutes'
      else ${hasNoJobSql(JOB_KEY_SQL)}
    end
  order by seen_at`;
