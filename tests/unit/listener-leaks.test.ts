import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '#client/core/failure.ts';
import { retryUntilApiUp } from '#client/core/retry-until-api-up.ts';
import { withDeadline } from '#platform/timeout.ts';
import { runNotifyListener } from '#publish/outbox/notify-listener.ts';

/* Loops that try again for as long as something is away leave nothing behind from try to try. */

let apiUp: Promise<void>;
vi.mock('#client/core/wait-until-api-up.ts', () => ({ waitUntilApiUp: () => apiUp }));
beforeEach(() => {
  apiUp = Promise.resolve();
});

const TRIES = 10_000;
const WARM_UP = 1_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const readHeap = () => {
  collect();
  return process.memoryUsage().heapUsed;
};
const countListeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

test('[ops] a database that is away for 10,000 reconnects costs the listener no memory', async () => {
  const ending = new AbortController();
  let heap = 0;
  let listeners = 0;
  let tries = 0;
  await runNotifyListener(
    'postgres:///forum?host=/nowhere',
    { onInvalidated: () => {}, onConnected: () => {} },
    ending.signal,
    async (signal) => {
      tries++;
      if (tries === WARM_UP) [heap, listeners] = [readHeap(), countListeners(signal)];
      if (tries === WARM_UP + TRIES) ending.abort();
      else await new Promise(setImmediate);
    },
  );
  expect(tries).toBe(WARM_UP + TRIES);
  expect(listeners).toBe(1);
  // the leak was 80 MB
  expect(readHeap() - heap).toBeLessThan(20_000_000);
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
