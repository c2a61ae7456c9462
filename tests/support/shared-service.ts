import { inject } from 'vitest';

/**
 * Asks the run's main process for something that all files share; it is made at the first call. See
 * global-setup.ts.
 */
export async function fetchShared<T>(service: 'postgres' | 'demo' | 'build'): Promise<T> {
  const reply = await fetch(`${inject('shared')}/${service}`, {
    signal: AbortSignal.timeout(300_000),
  });
  const body = await reply.json();
  if (!reply.ok) throw new Error((body as { message: string }).message);
  return body as T;
}
