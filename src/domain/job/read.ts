import type { JobItemWire, JobWire } from '#contracts/wire/admin-job.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import { streamRows } from '#db/stream-rows.ts';

const JOB_COLUMNS = `
  j.id,
  j.kind,
  j.state,
  j.params,
  j.total,
  j.done,
  j.found,
  j.error,
  j.cancel_asked,
  u.nickname as actor,
  ${isoSql('j.created_at')} as created_at,
  ${isoSql('j.started_at')} as started_at,
  ${isoSql('j.finished_at')} as finished_at`;
const FROM_JOBS = `from job j left join "user" u on u.id = j.actor_id`;

const selectJobPage = statement<
  JobWire,
  { kind: string | null; state: string | null; offset: number; limit: number }
>(
  `
    select ${JOB_COLUMNS} ${FROM_JOBS}
    where (:kind::text is null or j.kind = :kind) and (:state::text is null or j.state = :state)
    order by j.id desc
    offset :offset
    limit :limit`,
);
const countJobs = statement<{ total: number }, { kind: string | null; state: string | null }>(
  `
    select count(*)::int as total
    from job j
    where (:kind::text is null or j.kind = :kind) and (:state::text is null or j.state = :state)`,
);
const selectJob = statement<JobWire, { id: number }>(
  `select ${JOB_COLUMNS} ${FROM_JOBS} where j.id = :id`,
);
const selectJobItems = statement<JobItemWire, { jobId: number; offset: number; limit: number }>(
  `select n, detail from job_item where job_id = :jobId order by n offset :offset limit :limit`,
);

export interface JobFilter {
  kind?: string | undefined;
  state?: string | undefined;
}

export async function readJobs(
  db: Db,
  { kind, state }: JobFilter,
  offset: number,
  limit: number,
): Promise<{ rows: JobWire[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    selectJobPage(db, { kind: kind ?? null, state: state ?? null, offset, limit }),
    countJobs(db, { kind: kind ?? null, state: state ?? null }),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export const readJob = async (db: Db, id: number): Promise<JobWire | undefined> =>
  (await selectJob(db, { id }))[0];
export const readJobItems = (
  db: Db,
  id: number,
  offset: number,
  limit: number,
): Promise<JobItemWire[]> => selectJobItems(db, { jobId: id, offset, limit });

/** For a CSV of everything that a job found. */
export const exportJobItems = (db: Db, id: number): AsyncGenerator<JobItemWire[]> =>
  streamRows(db, `select n, detail from job_item where job_id = :id order by n`, { id });
