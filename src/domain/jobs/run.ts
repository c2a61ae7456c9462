import { randomUUID } from 'node:crypto';
import type { JobKind } from '#contracts/jobs.ts';
import { MAX_JOB_ITEMS } from '#contracts/jobs.ts';
import type { Db } from '#db/client.ts';
import { toRunner as runnerOf, statement } from '#db/statement.ts';
import { JOB_LEASE_SECONDS } from './create.ts';

/** Thrown by saveProgress: the job was cancelled or taken over, or the process is ending. */
export class JobStopped extends Error {
  override name = 'JobStopped';
}

export interface JobProgress {
  /** Of the total, since the job's start. */
  done: number;
  /** Where another process resumes. */
  cursor: number;
  items?: readonly Record<string, unknown>[];
}

export interface JobContext {
  params: Record<string, unknown>;
  cursor: number;
  done: number;
  actorId: number | null;
  setTotal(total: number): Promise<void>;
  saveProgress(step: JobProgress): Promise<void>;
}

export type JobHandler = (context: JobContext) => Promise<void>;
export type JobHandlers = Readonly<Record<JobKind, JobHandler>>;

interface ClaimedJob {
  kind: JobKind;
  params: Record<string, unknown>;
  cursor: number;
  done: number;
  actorId: number | null;
}

const claimJob = statement<ClaimedJob, { id: number; runner: string }>(`
  update job
  set
    state = 'running',
    runner = :runner,
    started_at = coalesce(started_at, now()),
    updated_at = now()
  where id = :id
    and not cancel_asked
    and (
      state = 'waiting'
      or (
        state = 'running'
        and updated_at < now() - interval '${JOB_LEASE_SECONDS} seconds'
      )
    )
  returning kind, params, cursor, done, actor_id as "actorId"`);
const renewLease = statement<unknown, { id: number; runner: string }>(
  `update job set updated_at = now() where id = :id and runner = :runner`,
);
const saveTotal = statement<unknown, { id: number; runner: string; total: number }>(
  `update job set total = :total, updated_at = now() where id = :id and runner = :runner`,
);
const saveStep = statement<
  { cancelAsked: boolean },
  { id: number; runner: string; done: number; cursor: number; count: number; items: string }
>(`
  with mine as (
    update job
    set done = :done, cursor = :cursor, found = found + :count, updated_at = now()
    where id = :id and runner = :runner and state = 'running'
    returning cancel_asked, found - :count as before
  ),
  added as (
    insert into job_item (job_id, n, detail)
    select :id, mine.before + item.n, item.detail
    from mine, jsonb_array_elements(:items::jsonb) with ordinality as item (detail, n)
    where mine.before + item.n <= ${MAX_JOB_ITEMS}
  )
  select cancel_asked as "cancelAsked"
  from mine`);
const releaseJob = statement<unknown, { id: number; runner: string }>(
  `
    update job
    set state = 'waiting', runner = null, updated_at = now() - interval '1 hour'
    where id = :id and runner = :runner and state = 'running' and not cancel_asked`,
);
const finishJob = statement<unknown, { id: number; runner: string; state: string; error: string }>(`
  update job
  set
    state = case when cancel_asked then 'cancelled' else :state end,
    error = :error,
    finished_at = now(),
    updated_at = now(),
    runner = null,
    done = case when :state = 'done' and not cancel_asked then coalesce(total, done) else done end
  where id = :id and runner = :runner and state = 'running'`);

/**
 * Runs or resumes a job. Returns normally if it is cancelled, or if the process ends: the job then
 * resumes in another one. A failure is stored with the job and thrown.
 */
export async function runJob(
  db: Db,
  handlers: JobHandlers,
  id: number,
  signal: AbortSignal,
): Promise<void> {
  const runner = runnerOf(db);
  const runnerId = randomUUID();
  const [claimed] = await claimJob(runner, { id, runner: runnerId });
  if (!claimed) return;
  // A step may exceed JOB_LEASE_SECONDS: the heartbeat renews the lease.
  const heartbeat = setInterval(
    () => void renewLease(db, { id, runner: runnerId }).catch(() => {}),
    (JOB_LEASE_SECONDS * 1_000) / 4,
  );
  const context: JobContext = {
    ...claimed,
    setTotal: async (total) => void (await saveTotal(runner, { id, runner: runnerId, total })),
    async saveProgress({ done, cursor, items = [] }) {
      const [saved] = await saveStep(runner, {
        id,
        runner: runnerId,
        done,
        cursor,
        count: items.length,
        items: JSON.stringify(items),
      });
      if (!saved || saved.cancelAsked || signal.aborted) throw new JobStopped();
    },
  };
  try {
    await handlers[claimed.kind](context);
    await finishJob(runner, { id, runner: runnerId, state: 'done', error: '' });
  } catch (error) {
    if (error instanceof JobStopped) {
      await releaseJob(runner, { id, runner: runnerId });
      await finishJob(runner, { id, runner: runnerId, state: 'cancelled', error: '' });
      return;
    }
    await finishJob(runner, {
      id,
      runner: runnerId,
      state: 'failed',
      error: (error as Error).message.slice(0, 500),
    });
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}
