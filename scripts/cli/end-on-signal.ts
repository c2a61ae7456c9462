import { ConfigError } from '#platform/env.ts';

/** Aborts on a signal or at the parent's end. `stopped`: a sentence about the result. */
export function endOnSignal(stopped: string): AbortSignal {
  const ending = new AbortController();
  const end = () => ending.abort(new ConfigError(stopped));
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, end);
  process.on('disconnect', end);
  process.channel?.unref();
  return ending.signal;
}
