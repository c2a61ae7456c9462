import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { createDb } from '#db/client.ts';
import { withBeats } from '#db/silent-connections.ts';
import type { Runner } from '#db/statement.ts';
import { announceInvalidations, urgency } from '#outbox/invalidation.ts';
import { runNotifyListener } from '#outbox/notify-listener.ts';
import { withRenderLock } from '#publish/render/render-locks.ts';
import { atEndOfFile } from '../support/at-end-of-file.ts';
import { startSilentProxy } from '../support/silent-proxy.ts';
import { emptyDatabase } from '../support/test-database.ts';

/* Connections to a machine that vanished stay open: their silence shows it. */

const { IDLE_MS } = vi.hoisted(() => ({ IDLE_MS: 500 }));
vi.mock('#db/pools.ts', async (importOriginal) => {
  const { DATABASE_POOLS, ...rest } = await importOriginal<typeof import('#db/pools.ts')>();
  const { publisher } = DATABASE_POOLS;
  const brief = { ...publisher, idleSessionMs: IDLE_MS, idleInTransactionMs: IDLE_MS };
  return { ...rest, DATABASE_POOLS: { ...DATABASE_POOLS, publisher: brief } };
});

const { db, url } = await emptyDatabase();
const openPublisher = (at: string) => {
  const publisher = createDb({ url: at, kind: 'publisher' });
  atEndOfFile(() => publisher.$client.destroyConnections());
  return publisher;
};

/** Listens until the end of the file; resolves with its events by name. */
function listen(at: string, timing: { beatMs: number; silenceMs: number }) {
  const ending = new AbortController();
  atEndOfFile(() => ending.abort());
  const events = { onConnected: vi.fn(), onInvalidated: vi.fn(), onSilence: vi.fn() };
  void runNotifyListener(at, { name: 'events', ...events }, ending.signal, timing);
  return events;
}

test('[ops] a listener whose database fell silent connects again', async () => {
  const proxy = await startSilentProxy(url);
  const { onConnected, onInvalidated, onSilence } = listen(proxy.url, {
    beatMs: 50,
    silenceMs: 1_000,
  });
  await vi.waitFor(() => expect(onConnected).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  proxy.silence();
  await vi.waitFor(() => expect(onConnected).toHaveBeenCalledTimes(2), { timeout: 20_000 });
  expect(onSilence).toHaveBeenCalledTimes(1);
  await announceInvalidations(db, [urgency.post]);
  await vi.waitFor(() => expect(onInvalidated).toHaveBeenCalledWith(urgency.post));
});

test('[ops] a listener stays connected while only its own beats arrive', async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('listen beat');
  const { onConnected, onSilence } = listen(url, { beatMs: 100, silenceMs: 1_500 });
  let beats = 0;
  await new Promise<void>((resolve) => {
    client.on('notification', () => ++beats === 30 && resolve());
  });
  await client.end();
  expect(onConnected).toHaveBeenCalledTimes(1);
  expect(onSilence).not.toHaveBeenCalled();
});

test('[R18] the locks of a publisher whose machine vanished end with its session', async () => {
  const proxy = await startSilentProxy(url);
  const locked = Promise.withResolvers<void>();
  const vanished = withRenderLock(openPublisher(proxy.url), ['/zh'], async () => {
    locked.resolve();
    await new Promise(() => {});
  });
  vanished.catch(() => {});
  await locked.promise;
  proxy.silence();
  expect(await withRenderLock(openPublisher(url), ['/zh'], async () => 'rendered')).toBe(
    'rendered',
  );
});

test.each([
  ['a session', ''],
  ['a transaction', 'begin'],
])('[R18] %s with beats outlives the limit for idle ones', async (_, begin) => {
  const client = await openPublisher(url).$client.connect();
  if (begin) await client.query(begin);
  const ended = vi.fn();
  client.on('error', ended);
  let beats = 0;
  const enough = Promise.withResolvers<void>();
  const counting: Runner = {
    query(config) {
      if (++beats === 30) enough.resolve();
      return client.query(config);
    },
  };
  await withBeats(counting, () => enough.promise, IDLE_MS / 10);
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(ended).not.toHaveBeenCalled();
  client.release(true);
});

test('[ops] a pool whose connections were destroyed opens new ones', async () => {
  const pool = openPublisher(url);
  const hanging = pool.execute('select pg_sleep(600)').then(
    () => 'answered',
    () => 'failed',
  );
  await vi.waitFor(() => expect(pool.$client.totalCount).toBe(1));
  await vi.waitFor(async () =>
    expect(
      (await db.execute(`select 1 from pg_stat_activity where query like 'select pg_sleep(600)'`))
        .rows,
    ).toHaveLength(1),
  );
  pool.$client.destroyConnections();
  expect(await hanging).toBe('failed');
  expect((await pool.execute('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
