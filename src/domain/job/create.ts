import type { JobKind } from '#contracts/jobs.ts';
import { type Runner, statement } from '#db/statement.ts';

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
const enqueueJob = statement<unknown, { id: number }>(
  `
    select graphile_worker.add_job(
      '${JOB_TASK}',
      json_build_object('id', :id::int),
      job_key => 'job:' || :id::int,
      max_attempts => 3
    )`,
);

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

const selectStrandedJobs = statement<{ id: number }>(`
  select id
  from job
  where
    state in ('waiting', 'running')
    and updated_at < now() - interval '${JOB_LEASE_SECONDS} seconds'
  order by id`);

/**
 * Queues again what a process left behind that ended or died while it worked. Returns how many
 * there were.
 */
export async function requeueStrandedJobs(on: Runner): Promise<number> {
  const rows = await selectStrandedJobs(on);
  for (const { id } of rows) await enqueueJob(on, { id });
  return rows.length;
}
