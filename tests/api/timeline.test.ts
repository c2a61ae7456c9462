import { expect, test } from 'vitest';
import { createDb } from '#db/client.ts';
import { createLog } from '#platform/log.ts';
import { createTimelineCheck } from '../../src/server/timeline-change.ts';
import { member } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* A database that continues on another timeline, as after a failover that lost writes. */

const { db, url } = await demoDatabase();

/** A server's first connection. */
async function connectServer(): Promise<void> {
  const server = createDb({
    url,
    kind: 'requests',
    prepareConnection: createTimelineCheck(createLog('silent')),
  });
  await server.$client.query('select');
  await server.$client.end();
}
const readRow = async () =>
  (
    await db.$client.query(
      `select value, updated_at from site_state where name = 'database.timeline'`,
    )
  ).rows[0];
/** Makes the recorded timeline another one than the database's. */
const moveToNewTimeline = () =>
  db.$client.query(
    `update site_state set value = '{"timeline": 7}' where name = 'database.timeline'`,
  );
const readFailoverNotices = async () => {
  const me = await (await testApi(db)).as(PEOPLE.administrator);
  const { body } = await me.call<{ data: { act?: string; note: string; type: string }[] }>(
    'GET',
    '/api/v1/user/msg?category=3&offset=0&limit=20',
    undefined,
    { 'accept-language': 'en' },
  );
  return body.data.filter(({ act }) => act === 'database.failover');
};

test('[ops] a new timeline raises the ids by 10,000, so that lost ones are not used again', async () => {
  await connectServer();
  await moveToNewTimeline();
  const before = await member(db);
  await connectServer();
  expect((await member(db)) - before).toBe(10_001);
});

test('[ops] of several servers one raises the ids', async () => {
  await moveToNewTimeline();
  const before = await member(db);
  await Promise.all([connectServer(), connectServer(), connectServer()]);
  expect((await member(db)) - before).toBe(10_001);
});

test('[ops] the pages to check are those of five minutes before the servers last saw the old timeline', async () => {
  await moveToNewTimeline();
  await db.$client.query(
    `update site_state set updated_at = '2026-01-01T12:00:00Z' where name = 'database.timeline'`,
  );
  await connectServer();
  expect(new Date((await readRow()).value.since).toISOString()).toBe('2026-01-01T11:55:00.000Z');
});

test('[R30] administrators are notified of a new timeline', async () => {
  const before = (await readFailoverNotices()).length;
  await moveToNewTimeline();
  await connectServer();
  const notices = await readFailoverNotices();
  expect(notices).toHaveLength(before + 1);
  expect(notices[0]).toMatchObject({
    type: 'Database',
    note: expect.stringMatching(/^The database switched to another server\./),
  });
});

test('[ops] a server on the same timeline changes nothing', async () => {
  const before = await readRow();
  await connectServer();
  expect(await readRow()).toEqual(before);
});
