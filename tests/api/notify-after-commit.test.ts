import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createDb } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { inTransaction, toRunner } from '#db/statement.ts';
import { announceRemovals, REMOVAL_CHANNEL } from '#publish/outbox/announce-removals.ts';
import {
  INVALIDATION_CHANNEL,
  invalidate,
  toInvalidations,
  urgency,
} from '#publish/outbox/invalidation.ts';
import { atEndOfFile } from '../support/at-end-of-file.ts';
import { member } from '../support/factories.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/** A connection that hears these channels; `heard` has what came, in its order. */
async function listen(url: string, ...channels: string[]): Promise<{ heard: string[] }> {
  const client = new pg.Client({ connectionString: url });
  atEndOfFile(() => client.end());
  const heard: string[] = [];
  client.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`));
  await client.connect();
  for (const channel of channels) await client.query(`listen ${channel}`);
  return { heard };
}

/** What writers wait for, as long as they write: each distinct event, and how many at once. */
async function watchWaits(url: string, writing: Promise<unknown>): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const most = new Map<string, number>();
  let isWriting = true;
  const ended = writing.finally(() => {
    isWriting = false;
  });
  while (isWriting) {
    const { rows } = await client.query<{ event: string; count: number }>(`
      select wait_event_type || ' ' || wait_event as event, count(*)::int as count
      from pg_stat_activity
      where application_name = 'writer' and wait_event is not null and state = 'active'
      group by 1`);
    for (const { event, count } of rows) most.set(event, Math.max(count, most.get(event) ?? 0));
  }
  await client.end();
  await ended;
  return most;
}

test('[ops] writers share a slow disk: none waits until another’s notification is on it', async () => {
  const postgres = await startEmbeddedPostgres(temporaryFolder('notify'));
  atEndOfFile(() => postgres.stop());
  const options = { url: postgres.url, kind: 'maintenance', name: 'writer' } as const;
  const db = createDb({ ...options, maxConnections: 8 });
  atEndOfFile(() => db.$client.end());
  await migrateDatabase(db, postgres.url);
  // before each flush PostgreSQL waits for others that could share it
  await db.execute(sql`alter system set commit_delay = 100000`);
  await db.execute(sql`alter system set commit_siblings = 0`);
  await db.execute(sql`select pg_reload_conf()`);
  const waits = await watchWaits(
    postgres.url,
    Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        invalidate(db, toInvalidations(urgency.post, `t:${index}`)),
      ),
    ),
  );
  expect(waits.get('LWLock WALWrite'), [...waits].join('; ')).toBeGreaterThan(2);
  expect([...waits.keys()].filter((event) => event.startsWith('Lock '))).toEqual([]);
});

test('[ops] what a write notifies is heard after its commit, of many at once; of a write that is undone nothing', async () => {
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
