import type { JobItemWire, JobWire } from '#contracts/wire/admin-job.ts';
import type { Db } from '#db/client.ts';
import { rowsOf } from '#db/cursor.ts';
import { isoSql } from '#db/iso.ts';
import { statement } from '#db/statement.ts';

const COLUMNS = `
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
const FROM = `from job j left join "user" u on u.id = j.actor_id`;

const page = statement<JobWire>(
  `
    select ${COLUMNS} ${FROM}
    where ($1::text is null or j.kind = $1) and ($2::text is null or j.state = $2)
    order by j.id desc
    offset $3
    limit $4`,
);
const count = statement<{ total: number }>(
  `
    select count(*)::int as total
    from job j
    where ($1::text is null or j.kind = $1) and ($2::text is null or j.state = $2)`,
);
const one = statement<JobWire>(`select ${COLUMNS} ${FROM} where j.id = $1`);
const items = statement<JobItemWire>(
  `select n, detail from job_item where job_id = $1 order by n offset $2 limit $3`,
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
    page(db, [kind ?? null, state ?? null, offset, limit]),
    count(db, [kind ?? null, state ?? null]),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export const readJob = async (db: Db, id: number): Promise<JobWire | undefined> =>
  (await one(db, [id]))[0];
export const readJobItems = (
  db: Db,
  id: number,
  offset: number,
  limit: number,
): Promise<JobItemWire[]> => items(db, [id, offset, limit]);

/** For a CSV of everything that a job found. */
export const exportJobItems = (db: Db, id: number): AsyncGenerator<JobItemWire[]> =>
  rowsOf(db, `select n, detail from job_item where job_id = $1 order by n`, [id]);
