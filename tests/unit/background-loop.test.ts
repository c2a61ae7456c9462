import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { type PollResult, runBackgroundLoop } from '#platform/background-loop.ts';
import { createLog } from '#platform/log.ts';

/* The clock of these tests advances by the loop's pauses. */

let nowMs = 0;
vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn() }));
beforeEach(() => {
  nowMs = 0;
  vi.mocked(delay).mockImplementation(async (milliseconds) => {
    nowMs += milliseconds ?? 0;
    return undefined as never;
  });
});

const INTERVAL_MS = 400;
const fail = (fields = {}) => {
  throw Object.assign(new Error('away'), fields);
};

/** Runs a loop over these checks and one more. Returns when each began, in milliseconds. */
async function runLooks(...looks: (() => PollResult)[]): Promise<number[]> {
  const begun: number[] = [];
  const ending = new AbortController();
  await runBackgroundLoop(
    { name: 'test', log: createLog('silent'), intervalMs: INTERVAL_MS, signal: ending.signal },
    async () => {
      const look = looks[begun.length];
      begun.push(nowMs);
      if (!look) ending.abort();
      return look?.();
    },
  );
  return begun;
}

test('[ops] a background loop checks again at once while more is left', async () => {
  const [first, second, third] = await runLooks(
    () => true,
    () => true,
  );
  expect([first, second, third]).toEqual([0, 0, 0]);
});

test('[ops] a background loop with nothing left checks again after its interval', async () => {
  expect(
    await runLooks(
      () => false,
      () => undefined,
    ),
  ).toEqual([0, INTERVAL_MS, 2 * INTERVAL_MS]);
});

test('[ops] a check chooses the time of the next one', async () => {
  expect(await runLooks(() => 1_000)).toEqual([0, 1_000]);
});

test('[ops] pauses of a background loop grow from failure to failure', async () => {
  const [first = 0, second = 0, third = 0] = await runLooks(
    () => fail(),
    () => fail(),
  );
  expect(third - second).toBeGreaterThan(second - first);
});

test('[ops] pauses of a background loop are short again after a success', async () => {
  const [first, second] = await runLooks(() => fail());
  const looks = await runLooks(
    () => fail(),
    () => fail(),
    () => true,
    () => fail(),
  );
  expect((looks[4] ?? 0) - (looks[3] ?? 0)).toBe((second ?? 0) - (first ?? 0));
});

test('[ops] a failure gives the time of a background loop’s next check', async () => {
  expect(await runLooks(() => fail({ retryAfterSeconds: 3 }))).toEqual([0, 3_000]);
});

test('[ops] no failure makes a background loop check before its interval', async () => {
  expect(await runLooks(() => fail({ retryAfterSeconds: 0 }))).toEqual([0, INTERVAL_MS]);
});
