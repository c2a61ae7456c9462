import { expect, test } from 'vitest';
import { createFairLimit } from '#platform/fair-limit.ts';

const createRefusal = () => new Error('refused');

/** Work that ends when it is told to, and says that it has begun. */
function createWork(begun: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = () => {
    begun.push(name);
    return promise;
  };
  return { work, end: resolve };
}

test('[unit] work begins when there is room for its size, and one more than may wait is refused', async () => {
  const begun: string[] = [];
  const limit = createFairLimit({ capacity: 3, maxWaiting: 1, createRefusal });
  const large = createWork(begun, 'large');
  const small = createWork(begun, 'small');
  const running = limit(large.work, {}, 2);
  const waiting = limit(small.work, {}, 2);
  await expect(limit(createWork(begun, 'last').work)).rejects.toThrow('refused');
  expect(begun).toEqual(['large']);
  large.end();
  small.end();
  await Promise.all([running, waiting]);
  expect(begun).toEqual(['large', 'small']);
});

test('[unit] who has waited for too long is refused, and leaves the room to others', async () => {
  const begun: string[] = [];
  const limit = createFairLimit({ capacity: 1, maxWaiting: 9, patienceMs: 1, createRefusal });
  const held = createWork(begun, 'held');
  const running = limit(held.work);
  await expect(limit(createWork(begun, 'impatient').work)).rejects.toThrow('refused');
  held.end();
  await running;
  expect(await limit(async () => 'next')).toBe('next');
  expect(begun).toEqual(['held']);
});
