import { expect, test } from 'vitest';
import { AppError } from '#contracts/errors.ts';
import { createDb, type Db } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { writeOnce } from '#domain/shared/write-once.ts';
import { isUnavailable } from '#platform/unavailable.ts';
import { atEndOfFile } from '../support/at-end-of-file.ts';
import { fillAsPrepared } from '../support/prepared-data-dir.ts';
import { waitPatiently } from '../support/publishing-site.ts';
import { temporaryFolder } from '../support/test-site.ts';

/*
 * Commits whose synchronous standby doesn't answer. The server waits for one that doesn't exist,
 * until something cancels the wait.
 */

const server = await startEmbeddedPostgres(temporaryFolder('unreplicated'));
const db = createDb({ url: server.url, kind: 'maintenance' });
const observer = createDb({ url: server.url, kind: 'maintenance', name: 'observer' });
atEndOfFile(async () => {
  await db.$client.end();
  await observer.$client.end();
  await server.stop();
});
await migrateDatabase(db, server.url);
await fillAsPrepared(db);
const ME = 10000;
await observer.$client.query(`alter system set synchronous_standby_names = 'absent'`);
await observer.$client.query('select pg_reload_conf()');
await waitPatiently(async () => {
  const { rows } = await db.$client.query('show synchronous_standby_names');
  expect(rows).toEqual([{ synchronous_standby_names: 'absent' }]);
});

const insertKey = statement<unknown, { userId: number; key: string }>(`
  insert into sent_write (user_id, key, kind, content_id)
  values (:userId, :key, 'post', 1)`);
const write = (on: Db | Runner, key: string) => insertKey(on, { userId: ME, key });

/** Cancels the next wait for the standby, and checks that `work` fails as an outage does. */
async function expectUnavailable(work: Promise<unknown>): Promise<void> {
  const outcome = work.then(
    () => 'acknowledged',
    (error: unknown) => isUnavailable(error) || error,
  );
  await waitPatiently(async () => {
    const { rows } = await observer.$client.query(`
      select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
    expect(rows).not.toEqual([]);
  });
  expect(await outcome).toBe(true);
}

test('[ops] a statement whose commit is not replicated is not acknowledged', () =>
  expectUnavailable(write(db, crypto.randomUUID())));

test('[ops] a transaction whose commit is not replicated is not acknowledged', () =>
  expectUnavailable(inTransaction(db, (tx) => write(tx, crypto.randomUUID()))));

test('[ops] a repeated write is not acknowledged before its first commit is replicated', async () => {
  const key = crypto.randomUUID();
  await expectUnavailable(write(db, key));
  const repeat = () =>
    writeOnce(db, ME, key, () => Promise.reject(new AppError('repeat', { payload: {} })));
  await expectUnavailable(repeat());
});
