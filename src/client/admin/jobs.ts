import { map } from 'nanostores';
import { isJobFinished } from '#contracts/jobs.ts';
import type { JobWire } from '#contracts/wire/admin-job.ts';
import { call } from '../core/api.ts';

/** Watched jobs by id. */
export const $jobs = map<Record<number, JobWire>>({});

const JOB_POLL_MS = 1_000;
const watcherCounts = new Map<number, number>();

async function pollJob(id: number): Promise<void> {
  try {
    const job = await call('GET /v2/admin/jobs/{id}', { params: { id }, quiet: true });
    $jobs.setKey(id, job);
    if (isJobFinished(job.state)) return void watcherCounts.delete(id);
  } catch {
    // The next poll retries.
  }
  if (watcherCounts.has(id)) setTimeout(pollJob, JOB_POLL_MS, id);
}

/** Polls a job until the returned function is called. */
export function watchJob(id: number): () => void {
  const watchers = watcherCounts.get(id) ?? 0;
  watcherCounts.set(id, watchers + 1);
  if (watchers === 0) void pollJob(id);
  return () => {
    const remaining = (watcherCounts.get(id) ?? 1) - 1;
    if (remaining > 0) watcherCounts.set(id, remaining);
    else watcherCounts.delete(id);
  };
}

export async function cancelJob(id: number): Promise<void> {
  await call('POST /v2/admin/jobs/{id}/cancel', { params: { id } });
  if (!watcherCounts.has(id)) watchJob(id);
}
