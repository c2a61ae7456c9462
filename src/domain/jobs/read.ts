import type { JobItemWire, JobWire } from '#contracts/wire/admin-job.ts';
import { leftJoinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import { streamRows } from '#db/stream-rows.ts';
import { defineTable } from '../shared/define-table.ts';

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
const JOIN_ACTOR = leftJoinByKeySql('"user"', 'u', 'j.actor_id');

export const jobTable = defineTable<
  JobWire,
  { kind?: string | undefined; state?: string | undefined }
>({
  table: 'job',
  alias: 'j',
  key: 'id',
  columns: JOB_COLUMNS,
  joins: JOIN_ACTOR,
  orders: { id: 'j.id' },
  filters: { kind: 'j.kind = :kind', state: 'j.state = :state' },
  isSmall: true,
});
const selectJob = statement<JobWire, { id: number }>(
  `select ${JOB_COLUMNS} from job j ${JOIN_ACTOR} where j.id = :id`,
);
export const readJobItems = statement<
  JobItemWire,
  { jobId: number; offset: number; limit: number }
>(`select n, detail from job_item where job_id = :jobId order by n offset :offset limit :limit`);

export const readJob = async (db: Db, id: number): Promise<JobWire | undefined> =>
  (await selectJob(db, { id }))[0];

/** All items of a job, for CSV. */
export const exportJobItems = (db: Db, id: number): AsyncGenerator<JobItemWire[]> =>
  streamRows(db, `select n, detail from job_item where job_id = :id order by n`, { id });
