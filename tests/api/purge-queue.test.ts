import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readPendingTakedowns, readPublishing } from '#domain/operations/publishing/read.ts';
import { createLog } from '#platform/log.ts';
import { type CdnClient, CdnError } from '#publish/files/cdn-client.ts';
import { leavePurges, requestPurges, takeDuePurges } from '#publish/files/purge-queue.ts';
import { runPurgeWorker, sendTakedown } from '#publish/files/purge-worker.ts';
import { waitPatiently } from '../support/publishing-site.ts';
import { waitForLocks } from '../support/queue-on-row.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Purges as rows: requested, sent, refused and confirmed. */

const { db } = await demoDatabase();
const log = createLog('silent');
const ask = requestPurges;
const rows = async () =>
  (
    await db.execute(sql`
      select
        key,
        version,
        attempts,
        error,
        confirmed_at is not null as confirmed,
        round(extract(epoch from next_at - now()))::int as due
      from cdn_purge
      order by key`)
  ).rows as {
    key: string;
    version: number;
    attempts: number;
    error: string;
    confirmed: boolean;
    due: number;
  }[];
/** Makes every purge due. */
const passTime = () => db.execute(sql`update cdn_purge set next_at = now() - interval '1 second'`);
const calls: (readonly string[])[] = [];
let onPurge: (keys: readonly string[]) => unknown = () => {};
const cdn: CdnClient = {
  maxKeys: 3,
  knowsTags: true,
  async purge(keys) {
    calls.push(keys);
    await onPurge(keys);
  },
};
beforeEach(async () => {
  calls.length = 0;
  onPurge = () => {};
  await db.execute(sql`delete from cdn_purge`);
});
/** Runs the worker until `isDone` holds. */
const work = async (isDone: () => unknown) => {
  const ending = new AbortController();
  const worker = runPurgeWorker(db, cdn, log, ending.signal);
  try {
    await waitPatiently(isDone);
  } finally {
    ending.abort();
    await worker;
  }
};

test('[R40] a published page is purged once for many requests, in calls that the cache accepts', async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      ask(db, n % 2 ? ['/zh', '/en', '/zh/post/1', '/zh/post/2'] : ['/zh/post/2', '/en', '/zh']),
    ),
  );
  await work(async () => expect(await rows()).toEqual([]));
  expect(calls.map((keys) => keys.length)).toEqual([3, 1]);
  expect(calls.flat().sort()).toEqual(['/en', '/zh', '/zh/post/1', '/zh/post/2']);
});

test('[R40] a takedown is purged first, is confirmed at once and repeated a little later', async () => {
  await ask(db, ['/zh']);
  await ask(db, ['/zh/post/1'], { isTakedown: true });
  await work(async () =>
    expect(await rows()).toMatchObject([{ key: '/zh/post/1', confirmed: true, attempts: 0 }]),
  );
  expect(calls).toEqual([['/zh/post/1'], ['/zh']]);
  expect((await rows())[0]?.due).toBeGreaterThan(5);
  expect(await readPendingTakedowns(db, 'varnish')).toBe(undefined);
  await passTime();
  await work(async () => expect(await rows()).toEqual([]));
  expect(calls.at(-1)).toEqual(['/zh/post/1']);
});

test('[R40] a page that changes while it is purged is purged once more', async () => {
  onPurge = async () => {
    onPurge = () => {};
    await ask(db, ['/zh']);
  };
  await ask(db, ['/zh']);
  await work(async () => expect(await rows()).toEqual([]));
  expect(calls).toEqual([['/zh'], ['/zh']]);
});

test('[R40] a process that dies between sending and deleting repeats a purge, and nothing else', async () => {
  await ask(db, ['/zh', '/en']);
  expect((await takeDuePurges(db, false, 10)).map(({ key }) => key).sort()).toEqual(['/en', '/zh']);
  expect(await takeDuePurges(db, false, 10), 'they are somebody’s').toEqual([]);
  expect((await rows()).map(({ due }) => due)).toEqual([30, 30]);
  await passTime();
  await work(async () => expect(await rows()).toEqual([]));
  expect(calls.flat().sort()).toEqual(['/en', '/zh']);
});

test('[R40] a cache that is asked too often is left alone as long as it says', async () => {
  onPurge = () => {
    throw new CdnError('it answered 429 Too Many Requests', 120);
  };
  await ask(db, ['/1', '/2', '/3', '/4'], { isTakedown: true });
  await work(async () =>
    expect((await rows()).map(({ error }) => error)).toContain('it answered 429 Too Many Requests'),
  );
  expect(calls.length, 'the others wait, too').toBe(1);
  const [refused] = (await rows()).filter(({ attempts }) => attempts > 0);
  expect(refused?.due).toBeGreaterThan(110);
});

test('[R40] one that fails is asked later each time, a minute at most', async () => {
  onPurge = () => {
    throw new CdnError('connect ECONNREFUSED');
  };
  await ask(db, ['/zh']);
  const dues: number[] = [];
  for (let attempt = 1; attempt <= 8; attempt++) {
    await work(async () =>
      expect(await rows()).toMatchObject([{ attempts: attempt, error: 'connect ECONNREFUSED' }]),
    );
    dues.push((await rows())[0]?.due as number);
    await passTime();
  }
  for (const [n, due] of dues.entries())
    expect(Math.abs(due - Math.min(60, 2 ** n)), String(n)).toBeLessThan(2);
  await ask(db, ['/zh'], { isTakedown: true });
  expect((await rows())[0], 'a takedown doesn’t wait for that').toMatchObject({
    attempts: 0,
    due: 0,
  });
});

test('[ops] a server that stops doesn’t wait for a hung cache, and leaves its purges to the next one', async () => {
  const ending = new AbortController();
  const isAsked = Promise.withResolvers<void>();
  const hanging: CdnClient = {
    ...cdn,
    async purge(_, signal) {
      isAsked.resolve();
      await once(signal, 'abort');
      throw new CdnError('aborted');
    },
  };
  await ask(db, ['/zh']);
  const worker = runPurgeWorker(db, hanging, log, ending.signal);
  await isAsked.promise;
  ending.abort();
  await worker;
  expect(await rows()).toMatchObject([{ key: '/zh', attempts: 1, due: 1 }]);
});

test('[R40] a takedown’s answer waits for the cache briefly, and lists unconfirmed purges', async () => {
  const keys = ['/1', '/2', '/3', '/4'];
  const taken = { isTakedown: true, leaseSeconds: 30 };
  await sendTakedown({ db, log }, cdn, await ask(db, keys, taken));
  expect(calls).toEqual([keys.slice(0, 3), keys.slice(3)]);
  expect((await rows()).map(({ confirmed }) => confirmed)).toEqual([true, true, true, true]);
  onPurge = () => {
    throw new CdnError('timeout');
  };
  await sendTakedown({ db, log }, cdn, await ask(db, keys, taken));
  expect(calls.length, 'the second call would fail alike').toBe(3);
  expect((await rows()).map(({ due, error }) => [due, error])).toEqual([
    [1, 'timeout'],
    [1, 'timeout'],
    [1, 'timeout'],
    [0, ''],
  ]);
  expect(await readPendingTakedowns(db, 'varnish')).toEqual({
    waiting: 4,
    oldest: expect.any(Number),
  });
  expect(await readPendingTakedowns(db, 'none')).toBe(undefined);
  await ask(db, ['/zh']);
  expect((await readPublishing(db, undefined, 'varnish')).cdn).toMatchObject({
    waiting: 5,
    takedowns: 4,
    error: 'timeout',
  });
  expect((await readPublishing(db, undefined, 'none')).cdn).toBe(null);
});

test('[ops] a server that leaves its purges to others holds none while it waits for one', async () => {
  // the order of a full table's rows: not the order of their keys
  await ask(db, ['/zh/post/2']);
  await ask(db, ['/zh/post/1']);
  const purges = await takeDuePurges(db, false, 10);
  const other = await db.$client.connect();
  try {
    await other.query('begin');
    await other.query("select from cdn_purge where key = '/zh/post/1' for update");
    const left = leavePurges(db, purges);
    await waitForLocks(db, 1);
    const { rows: free } = await other.query(
      "select key from cdn_purge where key = '/zh/post/2' for update skip locked",
    );
    await other.query('commit');
    await left;
    expect(free).toEqual([{ key: '/zh/post/2' }]);
  } finally {
    other.release(true);
  }
});
