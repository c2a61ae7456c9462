import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { expect, test } from 'vitest';
import { migrateDatabase } from '#db/migrate.ts';
import { copyMigrations } from '../support/migration-folder.ts';
import { blankDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* A forum that is updated to one table of deliveries (migration 0003). */

const { db, url } = await blankDatabase();
const former = copyMigrations(join(temporaryFolder('former'), 'migrations'), (entries) =>
  entries.slice(0, 3),
);
await migrate(db, { migrationsFolder: former });
await db.execute(sql`insert into "group" (id, name, name_en) values (1, '组', 'Group')`);
await db.execute(sql`
  insert into level (id, name, name_en, min_credits) values (1, '级', 'Level', 0)`);
await db.execute(sql`
  insert into "user" (id, username, nickname, group_id, level_id)
  values (1, 'one', 'one', 1, 1), (2, 'two', 'two', 1, 1)`);
await db.execute(sql`
  insert into notification (id, user_id, category, kind, thread_id, group_key)
  overriding system value
  values (7, 1, 1, 'reply', 42, 'replies:42'), (8, 1, 3, 'system', null, null)`);
await db.execute(sql`
  insert into letter (id, sender_id, receiver_id, html, source, policy)
  overriding system value
  values (3, 2, 1, '', '', 1)`);
await db.execute(sql`
  insert into mail_event (user_id, key, kind, notification_id, events, due_at)
  values (1, 'replies:42', 'reply', 7, 2, '2030-01-01')`);
await db.execute(sql`
  insert into push_event (user_id, key, kind, letter_id, due_at, tries, browsers)
  values (1, 'letter:2', 'letter', 3, '2030-01-02', 1, '{5}')`);
await db.execute(sql`
  insert into mail (user_id, kind, refs)
  values
    (1, 'notices', ${JSON.stringify([
      { k: 'replies:42', n: 7, p: 1, l: null, e: 2 },
      { n: 8, l: null, e: 1 },
      { n: null, l: 3, e: 4 },
    ])}),
    (1, 'digest', '[]')`);
await migrateDatabase(db, url);

test('[R30] deliveries that wait during the update are retained', async () => {
  const { rows } = await db.execute(sql`
    select channel, key, kind, events, due_at::date::text as due, tries, browsers
    from delivery_event
    order by channel`);
  expect(rows).toEqual([
    {
      channel: 'mail',
      key: 'replies:42',
      kind: 'reply',
      events: 2,
      due: '2030-01-01',
      tries: 0,
      browsers: null,
    },
    {
      channel: 'push',
      key: 'letter:2',
      kind: 'letter',
      events: 1,
      due: '2030-01-02',
      tries: 1,
      browsers: [5],
    },
  ]);
});

test('[R30] mails that wait during the update name keys', async () => {
  const { rows } = await db.execute(sql`select kind, refs from mail order by id`);
  expect(rows).toEqual([
    {
      kind: 'notices',
      refs: [
        { key: 'replies:42', events: 2 },
        { key: 'n:8', events: 1 },
        { key: 'letter:2', events: 4 },
      ],
    },
    { kind: 'digest', refs: [] },
  ]);
});
