import { getEventListeners } from 'node:events';
import { queryObjects } from 'node:v8';
import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '#client/core/failure.ts';
import { retryUntilApiUp } from '#client/core/retry-until-api-up.ts';
import { runNotifyListener } from '#outbox/notify-listener.ts';
import { withDeadline } from '#platform/timeout.ts';

/* Retry loops leave no listeners behind. */

let apiUp: Promise<void>;
vi.mock('#client/core/wait-until-api-up.ts', () => ({ waitUntilApiUp: () => apiUp }));
beforeEach(() => {
  apiUp = Promise.resolve();
});

const TRIES = 10_000;

/** Number of this process's database clients after a garbage collection. */
const countClients = () => queryObjects(pg.Client, { format: 'count' });
const countListeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

test('[ops] a database that is away for 10,000 reconnects leaves the listener nothing', async () => {
  const ending = new AbortController();
  const before = countClients();
  let listeners = 0;
  let tries = 0;
  await runNotifyListener(
    'postgres:///forum?host=/nowhere',
    { name: 'events', onInvalidated: () => {}, onConnected: () => {} },
    ending.signal,
    {
      async pause(signal) {
        if (++tries < TRIES) return void (await new Promise(setImmediate));
        listeners = countListeners(signal);
        ending.abort();
      },
    },
  );
  expect(tries).toBe(TRIES);
  expect(listeners).toBe(1);
  expect(countClients() - before).toBeLessThan(10);
});

test('[R27] a call that waits for the API leaves one listener at most on its signal', async () => {
  const { signal } = new AbortController();
  let tries = 0;
  const result = await retryUntilApiUp(async () => {
    if (++tries < TRIES) throw new Failure(0, 'unavailable');
    return countListeners(signal);
  }, signal);
  expect(result).toBe(0);
});

test('[R27] a call that waits for the API ends with the reason of its signal', async () => {
  const ending = new AbortController();
  apiUp = new Promise(() => {});
  const attempt = vi.fn(async () => {
    throw new Failure(0, 'unavailable');
  });
  // by then the first attempt has failed, and the call waits
  const waiting = retryUntilApiUp(attempt, ending.signal, () =>
    setImmediate(() => ending.abort(new Error('cancelled'))),
  );
  await expect(waiting).rejects.toThrow('cancelled');
  expect(attempt).toHaveBeenCalledOnce();
});

test('[R27] a call whose signal has aborted does not wait for the API', async () => {
  apiUp = new Promise(() => {});
  const waiting = retryUntilApiUp(
    async () => {
      throw new Failure(0, 'unavailable');
    },
    AbortSignal.abort(new Error('cancelled')),
  );
  await expect(waiting).rejects.toThrow('cancelled');
});

test('[unit] work with a deadline leaves no listener on its signal', async () => {
  const { signal } = new AbortController();
  expect(await withDeadline(60_000, signal, async () => countListeners(signal))).toBe(1);
  expect(countListeners(signal)).toBe(0);
});

test('[unit] work with a deadline ends with the signal that it was given', async () => {
  const ending = new AbortController();
  const reason = new Error('stopped');
  const work = withDeadline(
    60_000,
    ending.signal,
    (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  ending.abort(reason);
  await expect(work).rejects.toBe(reason);
});
