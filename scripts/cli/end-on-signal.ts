import { ConfigError } from '#platform/env.ts';

/**
 * Aborts when this process is told to end, by a person, the system, or the end of who started it.
 * `stopped` says in a sentence what that leaves.
 */
export function endOnSignal(stopped: string): AbortSignal {
  const ending = new AbortController();
  const end = () => ending.abort(new ConfigError(stopped));
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, end);
  process.on('disconnect', end);
  process.channel?.unref();
  return ending.signal;
}
