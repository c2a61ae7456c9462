import { map } from 'nanostores';
import { isOver } from '#contracts/jobs.ts';
import type { JobWire } from '#contracts/wire/admin-job.ts';
import { call } from '../api.ts';

/** Jobs that the page watches, by number. */
export const $jobs = map<Record<number, JobWire>>({});

/** Milliseconds between looks at a job that runs. */
const EVERY = 1_000;
const watched = new Map<number, number>();

async function look(id: number): Promise<void> {
  try {
    const job = await call<JobWire>(`/v2/admin/jobs/${id}`, { quiet: true });
    $jobs.setKey(id, job);
    if (isOver(job.state)) return void watched.delete(id);
  } catch {
    // The next look will tell.
  }
  if (watched.has(id)) setTimeout(look, EVERY, id);
}

/** Follows a job for as long as somebody watches it; returns how to stop. */
export function watchJob(id: number): () => void {
  const watchers = watched.get(id) ?? 0;
  watched.set(id, watchers + 1);
  if (watchers === 0) void look(id);
  return () => {
    const left = (watched.get(id) ?? 1) - 1;
    if (left > 0) watched.set(id, left);
    else watched.delete(id);
  };
}

export async function cancelJob(id: number): Promise<void> {
  await call(`/v2/admin/jobs/${id}/cancel`, { method: 'POST' });
  if (!watched.has(id)) watchJob(id);
}
