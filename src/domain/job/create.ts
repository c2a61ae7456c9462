import type { JobKind } from '#contracts/jobs.ts';
import { type Runner, statement } from '#db/statement.ts';
import { hasNoJobSql } from './has-no-job-sql.ts';

/** The one task of the queue that runs them all. */
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
  /** The user to notify of the result; null when the forum itself started the job. */
  actorId: number | null;
  total?: number;
}

/** Orders a job; it starts when the transaction commits. Resolves with its number. */
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

/** Seconds without a sign of life after which a job's process is taken for dead. */
export const JOB_LEASE_SECONDS = 20;

/** SQL: queues what waits without a job, and what a process left that ended while it worked. */
export const ENQUEUE_STRANDED_JOBS_SQL = `
  ${ENQUEUE_JOBS_SQL}
  where state in ('waiting', 'running')
    and case state
      when 'running' then updated_at < now() - interval '${JOB_LEASE_SECONDS} seconds'
      else ${hasNoJobSql(JOB_KEY_SQL)}
    end
  order by id`;
