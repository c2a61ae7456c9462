import { inject } from 'vitest';

/**
 * Requests a shared resource from the run's main process (global-setup.ts), which creates it at the
 * first call.
 */
export async function fetchShared<T>(service: 'postgres' | 'demo' | 'build'): Promise<T> {
  const reply = await fetch(`${inject('shared')}/${service}`, {
    signal: AbortSignal.timeout(300_000),
  });
  const body = await reply.json();
  if (!reply.ok) throw new Error((body as { message: string }).message);
  return body as T;
}
