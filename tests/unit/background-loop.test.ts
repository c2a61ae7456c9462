import { expect, test, vi } from 'vitest';
import { type LookResult, runBackgroundLoop } from '#platform/background-loop.ts';
import { createLog } from '#platform/log.ts';

const pauses = vi.hoisted((): number[] => []);
vi.mock('node:timers/promises', () => ({
  setTimeout: async (milliseconds: number) => void pauses.push(milliseconds),
}));

const fail = (fields = {}) => {
  throw Object.assign(new Error('away'), fields);
};

test('[ops] a background loop looks again at once while more is left, later after failures, and when an error says so', async () => {
  const ending = new AbortController();
  const looks: (() => LookResult)[] = [
    () => true,
    () => false,
    () => 1_000,
    () => fail(),
    () => undefined,
    () => fail(),
    () => false,
    () => fail({ retryAfterSeconds: 0 }),
    () => fail({ retryAfterSeconds: 3 }),
  ];
  await runBackgroundLoop(
    { name: 'test', log: createLog('silent'), intervalMs: 400, signal: ending.signal },
    async () => {
      const look = looks.shift();
      if (!look) ending.abort();
      return look?.();
    },
  );
  expect(pauses).toEqual([0, 400, 1_000, 500, 400, 1_000, 400, 400, 3_000, 400]);
});
