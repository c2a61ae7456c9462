import { LRUCache } from 'lru-cache';
import { expect, test, vi } from 'vitest';
import { FairQueue } from '#platform/fair-queue.ts';

/** A queue whose clock the test sets. */
function createQueue(limits: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
  const clock = { ms: 0 };
  const queue = new FairQueue<string>({ maxWaiting: 100, ...limits }, () => clock.ms);
  const takeAll = (cost = 0): string[] => {
    const taken: string[] = [];
    for (let next = queue.take(); next; next = queue.take()) {
      queue.charge(next.share, cost);
      taken.push(next.task);
    }
    return taken;
  };
  return { queue, clock, takeAll };
}

test('[R21] the person who has used least is next: ten tasks of one person don’t delay others by ten', () => {
  const { queue, takeAll } = createQueue();
  for (let n = 0; n < 3; n++) queue.add({ task: `a${n}`, share: { person: 1 } });
  queue.add({ task: 'b', share: { person: 2 } });
  queue.add({ task: 'c', share: { person: 3 } });
  expect(takeAll(50)).toEqual(['a0', 'b', 'c', 'a1', 'a2']);
});

test('[R21] urgent tasks run first, from any person; of two people the one with less to do', () => {
  const { queue, takeAll } = createQueue();
  queue.add({ task: 'preview', share: { person: 1 }, urgency: 1 });
  queue.add({ task: 'long post', share: { person: 2 }, expectedMs: 500 });
  queue.add({ task: 'short post', share: { person: 3 }, expectedMs: 2 });
  expect(takeAll()).toEqual(['short post', 'long post', 'preview']);
});

test('[R21] fifty accounts at one address share the budget of four people', () => {
  const { queue, takeAll } = createQueue();
  for (let person = 1; person <= 6; person++) {
    queue.add({ task: `x${person}`, share: { person, address: '2001:db8::1' } });
    queue.charge({ address: '2001:db8::2' }, 100); // the same network
  }
  queue.add({ task: 'other', share: { person: 9, address: '203.0.113.1' } });
  expect(takeAll()[0]).toBe('other');
});

test('[R21] of people at one busy address, the one who has used least is next', () => {
  const { queue, takeAll } = createQueue();
  const address = '203.0.113.1';
  for (let person = 1; person <= 6; person++) {
    queue.charge({ person, address }, 500);
    queue.add({ task: `x${person}`, share: { person, address } });
  }
  queue.add({ task: 'quiet', share: { person: 9, address }, expectedMs: 50 });
  expect(takeAll(50)[0]).toBe('quiet');
});

test('[R21] a person may use so much at once, and more as time passes; an address four times of it', () => {
  const { queue, clock } = createQueue({ burstMs: 1_000, msPerSecond: 100 });
  const share = { person: 1, address: '203.0.113.1' };
  queue.charge(share, 1_500);
  expect(queue.secondsUntilAllowed(share)).toBe(5);
  expect(queue.secondsUntilAllowed({ person: 2, address: '203.0.113.1' })).toBe(0);
  clock.ms += 5_000;
  expect(queue.secondsUntilAllowed(share)).toBe(0);
  for (let person = 10; person < 20; person++)
    queue.charge({ person, address: '203.0.113.1' }, 500);
  expect(queue.secondsUntilAllowed({ person: 30, address: '203.0.113.1' })).toBeGreaterThan(0);
  expect(queue.secondsUntilAllowed({ person: 30 })).toBe(0);
});

test('[R21] a full queue drops the last task of the person with most; a newcomer gets a slot', () => {
  const { queue, takeAll } = createQueue({ maxWaiting: 4 });
  for (let n = 0; n < 3; n++)
    expect(queue.add({ task: `a${n}`, share: { person: 1 } })).toBeUndefined();
  expect(queue.add({ task: 'b', share: { person: 2 } })).toBeUndefined();
  expect(queue.add({ task: 'a3', share: { person: 1 } })).toBe('a3');
  expect(queue.add({ task: 'c', share: { person: 3 } })).toBe('a2');
  expect(queue.add({ task: 'd', share: { person: 4 }, expectedMs: 500 })).toBe('d');
  expect(takeAll()).toEqual(['a0', 'a1', 'b', 'c']);
});

test('[R21] a task that nobody needs any more is removed', () => {
  const { queue, takeAll } = createQueue();
  for (const task of ['a', 'b', 'c']) queue.add({ task, share: { person: 1 } });
  expect([queue.remove('b'), queue.remove('b'), queue.size]).toEqual([true, false, 2]);
  expect(takeAll()).toEqual(['a', 'c']);
});

test('[R21] a refusal of a full queue checks each address, not each task', () => {
  const addresses = 5;
  const { queue } = createQueue({ maxWaiting: 500 });
  const ask = (n: number) =>
    queue.add({ task: `x${n}`, share: { address: `203.0.113.${n % addresses}` } });
  for (let n = 0; n < 500; n++) ask(n);
  const looks = vi.spyOn(LRUCache.prototype, 'get');
  expect(ask(500)).toBeDefined();
  queue.take();
  expect(looks.mock.calls.length).toBeLessThanOrEqual(2 * addresses);
  looks.mockRestore();
});
