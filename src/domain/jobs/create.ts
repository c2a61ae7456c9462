import type { JobKind } from '#contracts/jobs.ts';
import { type Runner, statement } from '#db/statement.ts';
import { hasNoJobSql } from './has-no-job-sql.ts';

/** The queue's task for all jobs. */
export const JOB_TASK = 'job';

const insertJob = statement<
  { id: number },
  { kind: string; params: string; actorId: number | null; total: number | null }
>(
  `
    insert into job (kind, params, actor_id, total)
    values (:kind, :params, :actorId, :total)
    returning id`,
);
const JOB_KEY_SQL = `'job:' || job.id`;
const ENQUEUE_JOBS_SQL = `
  select graphile_worker.add_job(
    '${JOB_TASK}',
    json_build_object('id', id),
    job_key => ${JOB_KEY_SQL},
    max_attempts => 3
  )
  from job`;
const enqueueJob = statement<unknown, { id: number }>(`${ENQUEUE_JOBS_SQL} where id = :id`);

export interface NewJob {
  kind: JobKind;
  params?: Record<string, unknown>;
  /** The user to notify of the result; null for the forum itself. */
  actorId: number | null;
  total?: number;
}

/** Creates a job that starts at commit. Returns its id. */
export async function createJob(
  tx: Runner,
  { kind, params = {}, actorId, total }: NewJob,
): Promise<number> {
  const [inserted] = await insertJob(tx, {
    kind,
    params: JSON.stringify(params),
    actorId,
    total: total ?? null,
  });
  const id = inserted?.id as number;
  await enqueueJob(tx, { id });
  return id;
}

/** Seconds without a heartbeat after which a job's process counts as dead. */
export const JOB_LEASE_SECONDS = 20;

/** SQL: queues pending jobs that lack a queue entry, and jobs of dead processes. */
export const ENQUEUE_STRANDED_JOBS_SQL = `
  ${ENQUEUE_JOBS_SQL}
  where state in ('waiting', 'running')
    and case state
      when 'running' then updated_at < now() - interval '${JOB_LEASE_SECONDS} seconds'
      else ${hasNoJobSql(JOB_KEY_SQL)}
    end
  order by id`;
