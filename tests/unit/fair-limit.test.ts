import { expect, test } from 'vitest';
import { createFairLimit } from '#platform/fair-limit.ts';

const createRefusal = () => new Error('refused');

/** Work that records its start and ends on command. */
function createWork(begun: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = () => {
    begun.push(name);
    return promise;
  };
  return { work, end: resolve };
}

test('[unit] work begins when there is room for its size, and work beyond the queue’s limit is refused', async () => {
  const begun: string[] = [];
  const limit = createFairLimit({ capacity: 3, maxWaiting: 1, createRefusal });
  const large = createWork(begun, 'large');
  const small = createWork(begun, 'small');
  const running = limit(large.work, {}, { size: 2 });
  const waiting = limit(small.work, {}, { size: 2 });
  await expect(limit(createWork(begun, 'last').work)).rejects.toThrow('refused');
  expect(begun).toEqual(['large']);
  large.end();
  small.end();
  await Promise.all([running, waiting]);
  expect(begun).toEqual(['large', 'small']);
});

test('[unit] work that has waited for too long is refused, and leaves the room to others', async () => {
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

test('[unit] a person at their own limit leaves free room to others', async () => {
  const begun: string[] = [];
  const limit = createFairLimit({ capacity: 2, maxPerPerson: 1, maxWaiting: 9, createRefusal });
  const first = createWork(begun, 'first');
  const second = createWork(begun, 'second');
  const running = [limit(first.work, { person: 1 }), limit(second.work, { person: 1 })];
  expect(await limit(async () => 'another', { person: 2 })).toBe('another');
  expect(begun).toEqual(['first']);
  first.end();
  second.end();
  await Promise.all(running);
  expect(begun).toEqual(['first', 'second']);
});

test('[unit] queued work whose signal is aborted never begins', async () => {
  const begun: string[] = [];
  const limit = createFairLimit({ capacity: 1, maxWaiting: 9, createRefusal });
  const held = createWork(begun, 'held');
  const running = limit(held.work);
  const left = new AbortController();
  const waiting = limit(createWork(begun, 'left').work, {}, { signal: left.signal });
  left.abort();
  await expect(waiting).rejects.toThrow('refused');
  await expect(limit(held.work, {}, { signal: left.signal })).rejects.toThrow('refused');
  held.end();
  await running;
  expect(begun).toEqual(['held']);
});
