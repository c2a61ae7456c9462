import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createDb } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { followReplica, type Replica } from '#db/replica.ts';
import { statement } from '#db/statement.ts';
import { createLog } from '#platform/log.ts';
import { atEndOfFile } from '../support/at-end-of-file.ts';
import { thread } from '../support/factories.ts';
import { fillAsPrepared } from '../support/prepared-data-dir.ts';
import { waitPatiently } from '../support/publishing-site.ts';
import { startStandby } from '../support/standby.ts';
import { testApi } from '../support/test-api.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* Reads of what the reader has just written, with a real standby whose replay is paused. */

const folder = temporaryFolder('own-writes');
const primaryDir = join(folder, 'primary');
const primary = await startEmbeddedPostgres(primaryDir);
const db = createDb({ url: primary.url, kind: 'requests', name: 'forum test' });
await migrateDatabase(db, primary.url);
await fillAsPrepared(db);
const standby = await startStandby(primary, primaryDir, join(folder, 'standby'));
const replicaDb = createDb({ url: standby.url, kind: 'requests', name: 'forum reads' });
const ending = new AbortController();
atEndOfFile(async () => {
  ending.abort();
  await db.$client.end();
  await replicaDb.$client.end();
  await standby.stop();
  await primary.stop();
});
const replica: Replica = followReplica(db, replicaDb, {
  log: createLog('silent'),
  signal: ending.signal,
});
const pauseReplay = () => replicaDb.$client.query('select pg_wal_replay_pause()');
const resumeReplay = () => replicaDb.$client.query('select pg_wal_replay_resume()');

await db.$client.query(`
  update "group" set allow_read = true, allow_post = true;
  insert into section (id, name, name_en) values (1, '分区', 'Section');
  insert into forum (id, section_id, slug, name, name_en) values (1, 1, 'forum', '版块', 'Forum');
  insert into theme (id, forum_id, name, name_en) values (1, 1, '主题', 'Theme');
  alter sequence user_id_seq restart with 20000`);
const { id: threadId, author } = await thread(db);
const me = await (await testApi(db, {}, { replica })).as(author);

let count = 0;
/** Sends a reply. Returns its id, and the position and cookie of the answer. */
async function sendReply(): Promise<{ id: number; lsn: string; cookie: string }> {
  const { body, headers } = await me.call<{ data: { id: number } }>('POST', '/api/v1/post', {
    thread_id: threadId,
    message: `<p>第 ${++count} 条</p>`,
  });
  const cookie = headers.getSetCookie().find((one) => one.startsWith('bbs_lsn=')) ?? '';
  return { id: body.data.id, lsn: headers.get('X-Forum-Lsn') ?? '', cookie };
}
/** Whether a reader with these headers gets this reply in the list. */
async function isListed(id: number, headers: Record<string, string> = {}): Promise<boolean> {
  const path = `/api/v1/thread/post/list?id=${threadId}&offset=0&limit=100`;
  const { body } = await me.call<{ data: { id: number }[] }>('GET', path, undefined, headers);
  return body.data.some((one) => one.id === id);
}
const selectReader = statement<{ name: string }>(
  `select current_setting('application_name') as name`,
);
const readReader = async (lsn: string) => (await selectReader(replica.readsAfter(lsn)))[0]?.name;
const waitUntilReplayed = (id: number) =>
  waitPatiently(async () => expect(await isListed(id)).toBe(true));

test('[R43] a program that repeats X-Forum-Lsn reads its own reply from a replica that lags', async () => {
  await pauseReplay();
  const { id, lsn } = await sendReply();
  expect(await isListed(id)).toBe(false);
  expect(await isListed(id, { 'X-Forum-Lsn': lsn })).toBe(true);
  await resumeReplay();
  await waitUntilReplayed(id);
});

test('[R24] a browser reads its own reply although the replica lags', async () => {
  await pauseReplay();
  const { id, cookie } = await sendReply();
  expect(cookie).toMatch(/; Max-Age=60; Path=\/api; HttpOnly; SameSite=Lax$/);
  const [pair = ''] = cookie.split(';');
  expect(await isListed(id, { cookie: pair })).toBe(true);
  await resumeReplay();
  await waitUntilReplayed(id);
});

test('[ops] the replica answers a reader whose writes it has replayed', async () => {
  const { id, lsn } = await sendReply();
  await waitUntilReplayed(id);
  await waitPatiently(async () => expect(await readReader(lsn)).toBe('forum reads'));
});

test('[ops] a read waits until the replica has replayed the write', async () => {
  await waitPatiently(async () => expect(await readReader('0/0')).toBe('forum reads'));
  await pauseReplay();
  const { id, lsn } = await sendReply();
  // With a clock that stands still: a busy machine may take longer than the wait's 100 ms.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const reader = readReader(lsn).finally(() => clock.mockRestore());
  await resumeReplay();
  expect(await reader).toBe('forum reads');
  expect(await isListed(id)).toBe(true);
});

test('[ops] a position that no replica reaches costs one wait, not one for each read', async () => {
  await waitPatiently(async () => expect(await readReader('0/0')).toBe('forum reads'));
  const checks = vi.spyOn(replicaDb.$client, 'connect');
  for (let reads = 0; reads < 50; reads++)
    expect(await readReader('FFFFFFFF/FFFFFFFF')).toBe('forum test');
  expect(checks.mock.calls.length).toBeLessThan(25);
});

test('[R43] an invalid X-Forum-Lsn is ignored', async () => {
  const { id } = await sendReply();
  await waitUntilReplayed(id);
  expect(await isListed(id, { 'X-Forum-Lsn': "0/0'; select" })).toBe(true);
});
