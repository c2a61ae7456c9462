import { expect, test } from 'vitest';
import { forEachParallel } from '#platform/parallel.ts';

test('[unit] at most this many items are worked on together', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  await forEachParallel([1, 2, 3, 4, 5], 2, async (item) => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
    done.push(item);
  });
  expect([most, done]).toEqual([2, [1, 2, 3, 4, 5]]);
});

test('[unit] after a failure no further item begins, and the caller gets the error', async () => {
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    if (item === 2) throw new Error('two');
  };
  await expect(forEachParallel([1, 2, 3, 4], 1, work)).rejects.toThrow('two');
  expect(begun).toEqual([1, 2]);
});
