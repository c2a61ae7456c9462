import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createDb } from '#db/client.ts';
import { followReplica } from '#db/replica.ts';
import { statement } from '#db/statement.ts';
import { createLog } from '#platform/log.ts';
import { atEndOfFile } from '../support/at-end-of-file.ts';
import { waitPatiently } from '../support/publishing-site.ts';
import { startSilentProxy } from '../support/silent-proxy.ts';
import { emptyDatabase } from '../support/test-database.ts';

/*
 * Reads and a replica that fails (R18). The replica is a pool of the same database with another
 * name, or a second database that nothing is replicated to.
 */

const { db, url } = await emptyDatabase();
const other = await emptyDatabase();

const selectReader = statement<{ name: string }>(
  `select current_setting('application_name') as name`,
);

function follow(replicaUrl: string) {
  const replica = createDb({ url: replicaUrl, kind: 'requests', name: 'replica' });
  const ending = new AbortController();
  atEndOfFile(() => {
    ending.abort();
    replica.$client.destroyConnections();
  });
  const state = followReplica(db, replica, { log: createLog('silent'), signal: ending.signal });
  const readReader = async () => (await selectReader(state.reads))[0]?.name;
  return { state, readReader };
}
test('[R18] reads use a replica that is up to date', async () => {
  const { state, readReader } = follow(url);
  await waitPatiently(() => expect(state.lagSeconds).toBeDefined());
  expect(await readReader()).toBe('replica');
});

test('[R18] the primary answers a read at once that a dead replica fails', async () => {
  const { state, readReader } = follow('postgres://forum@127.0.0.1:1/forum');
  expect(state.isUsed).toBe(true);
  expect(await readReader()).toBe('forum test');
});

test('[ops] a dead replica is not used', async () => {
  const { state } = follow('postgres://forum@127.0.0.1:1/forum');
  await waitPatiently(() => expect(state.isUsed).toBe(false));
  expect(state.lagSeconds).toBeUndefined();
});

test('[R18] the primary answers reads of a replica that falls silent', async () => {
  const proxy = await startSilentProxy(url);
  const { state, readReader } = follow(proxy.url);
  expect(await readReader()).toBe('replica');
  proxy.silence();
  expect(await readReader()).toBe('forum test');
  expect(state.switches).toBe(1);
});

test('[ops] a replica that answers again is used again', async () => {
  const proxy = await startSilentProxy(url);
  const { state, readReader } = follow(proxy.url);
  await readReader();
  proxy.silence();
  await waitPatiently(() => expect(state.switches).toBe(2));
  expect(await readReader()).toBe('replica');
});

test('[R18] a replica that is cut off from the primary is not used', async () => {
  await other.db.execute(sql`
    insert into site_state (name, value, updated_at)
    values ('operation.beat', 'null', now() - interval '1 minute')`);
  const { state, readReader } = follow(other.url);
  await waitPatiently(() => expect(state.isUsed).toBe(false));
  expect(state.lagSeconds).toBeGreaterThan(50);
  expect(await readReader()).toBe('forum test');
});

test('[R29] reads of an unused replica include all writes', async () => {
  const { state } = follow(other.url);
  await waitPatiently(() => expect(state.isUsed).toBe(false));
  expect(await state.includesAllWrites()).toBe(true);
});
