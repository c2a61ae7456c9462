import { randomUUID } from 'node:crypto';
import type { JobKind } from '#contracts/jobs.ts';
import { MAX_JOB_ITEMS } from '#contracts/jobs.ts';
import type { Db } from '#db/client.ts';
import { runner as runnerOf, statement } from '#db/statement.ts';
import { LIFE } from './create.ts';

/**
 * Thrown by a step when the job is to end here: it was cancelled, the process ends, or another
 * process has taken it over.
 */
export class JobEnds extends Error {
  override name = 'JobEnds';
}

export interface Step {
  /** Of the total, from the beginning. */
  done: number;
  /** Where another process would go on. */
  cursor: number;
  /** Found since the last step. */
  items?: readonly Record<string, unknown>[];
}

/** A job at work: what it was asked for, and how it tells how far it is. */
export interface Work {
  params: Record<string, unknown>;
  cursor: number;
  done: number;
  actorId: number | null;
  setTotal(total: number): Promise<void>;
  /** Notes progress. Throws JobEnds when there is to be none any more. */
  step(step: Step): Promise<void>;
}

export type JobHandler = (work: Work) => Promise<void>;
export type JobHandlers = Readonly<Record<JobKind, JobHandler>>;

interface Claimed {
  kind: JobKind;
  params: Record<string, unknown>;
  cursor: number;
  done: number;
  actorId: number | null;
}

const claim = statement<Claimed, { id: number; runner: string }>(`
  update job
  set
    state = 'running',
    runner = :runner,
    started_at = coalesce(started_at, now()),
    updated_at = now()
  where id = :id
    and not cancel_asked
    and (
      state = 'waiting' or (state = 'running' and updated_at < now() - interval '${LIFE} seconds')
    )
  returning kind, params, cursor, done, actor_id as "actorId"`);
const setTotal = statement<unknown, { id: number; runner: string; total: number }>(
  `update job set total = :total, updated_at = now() where id = :id and runner = :runner`,
);
const keep = statement<
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
const release = statement<unknown, { id: number; runner: string }>(
  `
    update job
    set state = 'waiting', runner = null, updated_at = now() - interval '1 hour'
    where id = :id and runner = :runner and state = 'running' and not cancel_asked`,
);
const end = statement<unknown, { id: number; runner: string; state: string; error: string }>(`
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
 * Runs a job, or goes on with one that another process left. Ends quietly when it is cancelled or
 * the process ends: then the job waits for the next one. A failure is written down with the job and
 * thrown.
 */
export async function runJob(
  db: Db,
  handlers: JobHandlers,
  id: number,
  signal: AbortSignal,
): Promise<void> {
  const on = runnerOf(db);
  const me = randomUUID();
  const [claimed] = await claim(on, { id, runner: me });
  if (!claimed) return;
  // What one step takes may be longer than the time after which others think that nobody is there.
  const beat = setInterval(
    () =>
      void db.$client
        .query(`update job set updated_at = now() where id = $1 and runner = $2`, [id, me])
        .catch(() => {}),
    (LIFE * 1_000) / 4,
  );
  const work: Work = {
    ...claimed,
    setTotal: async (total) => void (await setTotal(on, { id, runner: me, total })),
    async step({ done, cursor, items = [] }) {
      const [kept] = await keep(on, {
        id,
        runner: me,
        done,
        cursor,
        count: items.length,
        items: JSON.stringify(items),
      });
      if (!kept || kept.cancelAsked || signal.aborted) throw new JobEnds();
    },
  };
  try {
    await handlers[claimed.kind](work);
    await end(on, { id, runner: me, state: 'done', error: '' });
  } catch (error) {
    if (error instanceof JobEnds) {
      await release(on, { id, runner: me });
      await end(on, { id, runner: me, state: 'cancelled', error: '' });
      return;
    }
    await end(on, {
      id,
      runner: me,
      state: 'failed',
      error: (error as Error).message.slice(0, 500),
    });
    throw error;
  } finally {
    clearInterval(beat);
  }
}
