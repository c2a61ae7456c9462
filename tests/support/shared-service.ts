import { inject } from 'vitest';

/** Requests a shared resource; the run's main process creates it once (global-setup.ts). */
export async function fetchShared<T>(service: 'postgres' | 'demo' | 'build'): Promise<T> {
  const reply = await fetch(`${inject('shared')}/${service}`, {
    signal: AbortSignal.timeout(300_000),
  });
  const body = await reply.json();
  if (!reply.ok) throw new Error((body as { message: string }).message);
  return body as T;
}
