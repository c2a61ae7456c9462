import { BEAT_MS } from '#platform/limits.ts';
import type { Runner } from './statement.ts';

/*
 * A machine or a route that vanishes closes no connection; only silence shows it.
 * - Here: the listener for notifications sends itself beats (outbox/notify-listener.ts).
 * - In PostgreSQL: idle sessions of the publisher are ended, with their locks (pools.ts). Live ones
 *   send beats.
 */

/** Runs `work`, and a beat on its connection whenever that is idle for a while. */
export async function withBeats<T>(
  connection: Runner,
  work: (on: Runner) => Promise<T>,
  beatMs = BEAT_MS,
): Promise<T> {
  let pending = 0;
  let last: Promise<unknown> = Promise.resolve();
  // one after the other: pg is to refuse concurrent queries of a connection
  const query: Runner['query'] = (config) => {
    pending++;
    const result = last.then(() => connection.query(config));
    last = result
      .catch(() => {})
      .finally(() => {
        pending--;
      });
    return result;
  };
  const beat = setInterval(() => {
    if (pending === 0) query({ text: 'select', values: [] }).catch(() => {});
  }, beatMs);
  try {
    return await work({ query });
  } finally {
    clearInterval(beat);
    await last;
  }
}
