import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDb, type Db } from '#db/client.ts';
import { MAX_EMBEDDED_CONNECTIONS } from '#db/embedded/start-postgres.ts';
import { DATABASE_POOLS, type DatabasePoolKind } from '#db/pools.ts';
import { inTransaction } from '#db/statement.ts';
import { streamRows } from '#db/stream-rows.ts';
import { MAX_CONCURRENT_EXPORTS } from '#platform/limits.ts';
import { assertNotInTransaction } from '#platform/transaction.ts';
import { isUnavailable, PoolExhausted } from '#platform/unavailable.ts';
import { blankDatabase } from '../support/test-database.ts';

/** Listening connections: server, publisher, and the lock on the embedded database. */
const LISTENERS = 3;

const { url, db: other } = await blankDatabase();
const opened: Db[] = [];
const pool = (kind: DatabasePoolKind, connections?: number): Db => {
  const made = createDb({ url, kind, maxConnections: connections, name: 'forum pool test' });
  opened.push(made);
  return made;
};
const settingsOf = async (db: Db) =>
  (
    await db.execute<{ statement: string; lock: string; idle: string }>(
      sql`
        select
          current_setting('statement_timeout') as statement,
          current_setting('lock_timeout') as lock,
          current_setting('idle_in_transaction_session_timeout') as idle`,
    )
  ).rows[0];
const milliseconds = (setting: string | undefined): number =>
  Number(/^\d+/.exec(setting ?? '')?.[0]) *
  (setting?.endsWith('min') ? 60_000 : setting?.endsWith('ms') ? 1 : 1_000);

beforeAll(async () => {
  await other.execute(sql`create table counter (id int primary key, count int not null default 0)`);
  await other.execute(sql`insert into counter (id) values (1), (2)`);
});
afterAll(async () => void (await Promise.all(opened.map(({ $client }) => $client.end()))));

test.each(Object.entries(DATABASE_POOLS))(
  '[R40] PostgreSQL ends statements on connections of the kind %s after their time limits',
  async (kind, limits) => {
    const settings = await settingsOf(pool(kind as DatabasePoolKind));
    expect({
      statementMs: milliseconds(settings?.statement),
      lockMs: milliseconds(settings?.lock),
      idleInTransactionMs: milliseconds(settings?.idle),
    }).toEqual({
      statementMs: limits.statementMs,
      lockMs: limits.lockMs,
      idleInTransactionMs: limits.idleInTransactionMs,
    });
  },
);

test('[R40] connection requests over the limit are refused at once, and the others get theirs', async () => {
  const db = pool('requests', 1);
  const held = await db.$client.connect();
  const waiting = Array.from({ length: DATABASE_POOLS.requests.maxWaiting }, (_, index) =>
    db.$client.query(`select ${index} as index`),
  );
  await expect(db.$client.query('select 1')).rejects.toThrow(PoolExhausted);
  await expect(db.$client.connect()).rejects.toThrow(PoolExhausted);
  held.release();
  expect((await Promise.all(waiting)).map(({ rows }) => rows[0].index)).toEqual(
    waiting.map((_, index) => index),
  );
  expect((await db.$client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('[R40] while the first in the queue waits too long, new requests are refused at once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const db = pool('requests', 1);
    const held = await db.$client.connect();
    const first = db.$client.query('select 1 as one');
    vi.advanceTimersByTime(DATABASE_POOLS.requests.maxQueueMs + 1);
    await expect(db.$client.query('select 2')).rejects.toThrow(PoolExhausted);
    held.release();
    expect((await first).rows).toEqual([{ one: 1 }]);
    expect((await db.$client.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
  } finally {
    vi.useRealTimers();
  }
});

test('[R40] nothing inside a transaction asks its own pool for another connection, a bucket, or for a transaction of its own', async () => {
  const db = pool('requests');
  const nested = /another connection of the same pool/;
  await expect(inTransaction(db, () => db.$client.query('select 1'))).rejects.toThrow(nested);
  await expect(inTransaction(db, () => db.execute(sql`select 1`))).rejects.toMatchObject({
    cause: { message: expect.stringMatching(nested) },
  });
  await expect(inTransaction(db, () => inTransaction(db, async () => {}))).rejects.toThrow(nested);
  await expect(inTransaction(db, async () => assertNotInTransaction('storage'))).rejects.toThrow(
    'storage is used inside a transaction',
  );
  // work that it starts without awaiting it releases its connection at its end
  let later: Promise<unknown> = Promise.resolve();
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  await inTransaction(db, async () => {
    later = ended.then(() => db.$client.query('select 1'));
  });
  end();
  await expect(later).resolves.toMatchObject({ rowCount: 1 });
});

test('[R40] exports take no connection from requests, and are few; one that is read to its end or given up makes room', async () => {
  const db = pool('requests', 1);
  const rows = () => streamRows<{ n: number }>(db, 'select n from generate_series(1, 1200) n');
  const slow = Array.from({ length: MAX_CONCURRENT_EXPORTS }, rows);
  for (const one of slow) expect((await one.next()).value).toHaveLength(500);
  await expect(rows().next()).rejects.toThrow(PoolExhausted);
  expect((await db.$client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await slow[0]?.return(undefined);
  let count = 0;
  for await (const portion of rows()) count += portion.length;
  expect(count).toBe(1200);
  for (const one of slow) await one.return(undefined);
});

test('[R40] a process and a second program take no more connections than the embedded database has', async () => {
  const inOneProcess =
    Object.values(DATABASE_POOLS).reduce((sum, { connections }) => sum + connections, 0) +
    MAX_CONCURRENT_EXPORTS +
    LISTENERS;
  const { rows } = await other.execute<{ reserved: number }>(
    sql`select current_setting('superuser_reserved_connections')::int as reserved`,
  );
  expect(inOneProcess).toBeLessThan((MAX_EMBEDDED_CONNECTIONS - Number(rows[0]?.reserved)) * 0.75);
});

test('[R40] two deadlocked transactions both complete', async () => {
  const db = pool('requests');
  let arrived = 0;
  let meet = () => {};
  const met = new Promise<void>((resolve) => (meet = resolve));
  let runs = 0;
  const crossing = (from: number, to: number) =>
    inTransaction(db, async (tx) => {
      runs++;
      await tx.query({
        text: 'update counter set count = count + 1 where id = $1',
        values: [from],
      });
      if (++arrived === 2) meet();
      await met;
      await tx.query({ text: 'update counter set count = count + 1 where id = $1', values: [to] });
    });
  await Promise.all([crossing(1, 2), crossing(2, 1)]);
  expect(runs).toBeGreaterThan(2); // PostgreSQL aborts one of them, or both
  expect((await other.execute(sql`select count from counter order by id`)).rows).toEqual([
    { count: 2 },
    { count: 2 },
  ]);
});

test('[R40] locked tables, slow statements and lost connections answer “try again later”; programming errors don’t', async () => {
  const db = pool('requests');
  const failure = async (work: Promise<unknown>) =>
    isUnavailable(
      await work.then(
        () => undefined,
        (error: unknown) => error,
      ),
    );
  const outcome = await inTransaction(other, async (tx) => {
    await tx.query({ text: 'lock table counter in access exclusive mode', values: [] });
    return failure(db.execute(sql`select * from counter`));
  });
  expect(outcome).toBe(true);
  const slow = inTransaction(db, async (tx) => {
    await tx.query({ text: 'set local statement_timeout = 5', values: [] });
    await tx.query({ text: 'select pg_sleep(5)', values: [] });
  });
  expect(await failure(slow)).toBe(true);
  expect(await failure(db.$client.query('select pg_terminate_backend(pg_backend_pid())'))).toBe(
    true,
  );
  expect(await failure(db.$client.query('select nothing'))).toBe(false);
  expect(await failure(pool('requests').$client.query('select 1/0'))).toBe(false);
});

test.each(Object.keys(DATABASE_POOLS) as DatabasePoolKind[])(
  '[ops] PostgreSQL notices within 25 s that the machine of a pool “%s” vanished',
  async (kind) => {
    const { rows } = await pool(kind).$client.query(`
      select name, setting::int
      from pg_settings
      where name in ('tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count')`);
    const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    const { tcp_keepalives_idle: idle, tcp_keepalives_interval: interval } = settings;
    expect(idle + interval * settings.tcp_keepalives_count).toBeLessThanOrEqual(25);
    expect(idle).toBeGreaterThan(0);
  },
);
