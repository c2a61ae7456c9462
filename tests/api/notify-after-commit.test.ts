import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createDb, type Db } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { inTransaction, type Runner, toRunner } from '#db/statement.ts';
import { announceRemovals, REMOVAL_CHANNEL } from '#outbox/announce-removals.ts';
import {
  INVALIDATION_CHANNEL,
  invalidate,
  toInvalidations,
  urgency,
} from '#outbox/invalidation.ts';
import { atEndOfFile } from '../support/at-end-of-file.ts';
import { member } from '../support/factories.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/** A connection that listens to these channels; `heard` has the notifications in order. */
async function listen(url: string, ...channels: string[]): Promise<{ heard: string[] }> {
  const client = new pg.Client({ connectionString: url });
  atEndOfFile(() => client.end());
  const heard: string[] = [];
  client.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`));
  await client.connect();
  for (const channel of channels) await client.query(`listen ${channel}`);
  return { heard };
}

/** A PostgreSQL with prepared transactions: it refuses to prepare one with a queued NOTIFY. */
async function startPreparing(): Promise<Db> {
  const folder = temporaryFolder('notify');
  const first = await startEmbeddedPostgres(folder);
  const admin = createDb({ url: first.url, kind: 'maintenance', maxConnections: 1 });
  await admin.execute(sql`alter system set max_prepared_transactions = 1`);
  await admin.$client.end();
  await first.stop();
  const { url, stop } = await startEmbeddedPostgres(folder);
  atEndOfFile(stop);
  const db = createDb({ url, kind: 'maintenance', maxConnections: 2 });
  atEndOfFile(() => db.$client.end());
  await migrateDatabase(db, url);
  return db;
}
const prepare = (tx: Runner) =>
  toRunner(tx).query({ text: `prepare transaction 'write'`, values: [] });

test('[ops] no write holds the lock of NOTIFY during a disk write: none notifies in its transaction', async () => {
  const db = await startPreparing();
  await expect(
    inTransaction(db, async (tx) => {
      await toRunner(tx).query({ text: `select pg_notify('removals', '')`, values: [] });
      await prepare(tx);
    }),
  ).rejects.toThrow('NOTIFY');
  await inTransaction(db, async (tx) => {
    await announceRemovals(tx, [{ forumId: 1, removal: { thread: 1 } }]);
    await invalidate(tx, toInvalidations(urgency.post, 't:1'));
    await prepare(tx);
  });
  const { rows: prepared } = await db.execute(sql`select gid from pg_prepared_xacts`);
  expect(prepared).toEqual([{ gid: 'write' }]);
  await db.execute(sql`rollback prepared 'write'`);
  const { rows: notifying } = await db.execute(sql`
    select proname
    from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc ~* 'pg_notify|\mnotify\M'`);
  expect(notifying).toEqual([]);
});

test('[ops] a write’s notifications arrive after its commit, also of many at once; a rollback sends none', async () => {
  const { db, url } = await demoDatabase();
  const { heard } = await listen(url, REMOVAL_CHANNEL, INVALIDATION_CHANNEL, 'unread');
  const removal = (thread: number) => ({ forumId: 1, removal: { thread } });
  await expect(
    inTransaction(db, async (tx) => {
      await announceRemovals(tx, [removal(1)]);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  const receiver = await member(db);
  await inTransaction(db, async (tx) => {
    await announceRemovals(tx, [removal(2)]);
    await invalidate(tx, toInvalidations(urgency.list, 'l:0'));
    await invalidate(tx, toInvalidations(urgency.list, 'l:1'));
    await toRunner(tx).query({
      text: `insert into notification (user_id, category, kind) values ($1, 1, 'level')`,
      values: [receiver],
    });
    expect(heard).toEqual([]);
  });
  await expect
    .poll(() => heard)
    .toEqual([
      `${REMOVAL_CHANNEL} ${JSON.stringify(removal(2))}`,
      `${INVALIDATION_CHANNEL} ${urgency.list}`,
      `unread ${receiver}`,
    ]);
});
