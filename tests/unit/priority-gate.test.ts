import { afterEach, expect, test, vi } from 'vitest';
import { PriorityGate } from '#publish/render/priority-gate.ts';

/* The order of work in the renderer's thread. */

afterEach(() => void vi.useRealTimers());

/** Work that ends on command. */
function heldWork(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = () => {
    log.push(name);
    return promise;
  };
  return { work, end: resolve };
}

test('[R40] a private page begins after the replies that are being published', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const gate = new PriorityGate();
  const log: string[] = [];
  const reply = heldWork(log, 'reply');
  const page = heldWork(log, 'page');
  const published = gate.runUrgent('publisher', reply.work);
  const read = gate.runPrivate(page.work);
  await vi.advanceTimersByTimeAsync(200);
  expect(log).toEqual(['reply']);
  reply.end();
  await published;
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['reply', 'page']);
  page.end();
  await read;
});

test('[R40] a private page waits neither for pages that other readers ask for nor for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const gate = new PriorityGate();
  const log: string[] = [];
  void gate.runUrgent('reader', heldWork(log, 'missing').work);
  void gate.runPrivate(heldWork(log, 'page').work);
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['missing', 'page']);
  void gate.runUrgent('publisher', heldWork(log, 'reply').work);
  void gate.runPrivate(heldWork(log, 'next').work);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log).toEqual(['missing', 'page', 'reply', 'next']);
});

test('[R40] the next private page begins after as much time as the last one took', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const gate = new PriorityGate();
  const log: string[] = [];
  const first = gate.runPrivate(() => new Promise((end) => setTimeout(end, 100)));
  await vi.advanceTimersByTimeAsync(100);
  await first;
  void gate.runPrivate(async () => log.push('next'));
  await vi.advanceTimersByTimeAsync(99);
  expect(log).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(log).toEqual(['next']);
});

test('[R40] lists wait for private pages, and for a second at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const gate = new PriorityGate();
  const log: string[] = [];
  const page = heldWork(log, 'page');
  void gate.runPrivate(page.work);
  await vi.advanceTimersByTimeAsync(0);
  const lists = gate.waitForTurn().then(() => log.push('lists'));
  await vi.advanceTimersByTimeAsync(900);
  expect(log).toEqual(['page']);
  await vi.advanceTimersByTimeAsync(100);
  await lists;
  expect(log).toEqual(['page', 'lists']);
});
