import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { migrateDatabase, readPendingMigrations } from '#db/migrate.ts';
import { applyMigration, createJournal, readMigrationStatements } from '#db/migration-files.ts';
import { readMigrations } from '#db/migration-journal.ts';
import { createReadiness } from '#server/readiness.ts';
import { runDoctor } from '../support/doctor.ts';
import { addMigrations } from '../support/migration-folder.ts';
import { createWriter, waitUntilPublished } from '../support/moderation-pages.ts';
import { PEOPLE } from '../support/people.ts';
import { waitPatiently } from '../support/publishing-site.ts';
import { runScript } from '../support/run-script.ts';
import { findContractions, readSchema } from '../support/schema-changes.ts';
import { blankDatabase, demoDatabase, emptyDatabase } from '../support/test-database.ts';
import { startSite, temporaryFolder } from '../support/test-site.ts';

/*
 * Expansions: this version runs on the next version's schema (decisions/migrations.md). Here it is
 * the previous version, and the next version has the migrations below.
 */

const EXPANSION = `-- expansion
alter table thread add column later_note text;
--> statement-breakpoint
alter table post add column later_count integer default 7 not null;
--> statement-breakpoint
alter table "user" add column later_mood text default 'calm' not null check (later_mood <> '');
--> statement-breakpoint
create table later_kind (id serial primary key, thread_id integer references thread (id));
--> statement-breakpoint
create index later_kind_thread on later_kind (thread_id);
--> statement-breakpoint
create index thread_later_note on thread (later_note);
--> statement-breakpoint
create function count_later() returns trigger language plpgsql as $$
begin
  insert into later_kind (thread_id) values (new.thread_id);
  return new;
end $$;
--> statement-breakpoint
create trigger post_later after insert on post for each row execute function count_later();
--> statement-breakpoint
update post set later_count = 8;`;

/** The next version doesn't use it, unlike this one, which has the newest migration below. */
const CONTRACTION = 'alter table thread drop column later_note;';
const NEWEST = readMigrations().at(-1)?.tag;

const folder = temporaryFolder('expansions');
const expanded = addMigrations(join(folder, 'expanded'), { '9998_later': EXPANSION });
const contractedAfter = addMigrations(join(folder, 'contracted-after'), {
  '9998_later': EXPANSION,
  '9999_gone': `-- contraction after ${NEWEST}\n${CONTRACTION}`,
});
const contracted = addMigrations(join(folder, 'contracted'), {
  '9998_later': EXPANSION,
  '9999_gone': `-- contraction after ${NEWEST}\n${CONTRACTION}`,
  '9999_more': 'alter table thread rename column subject to topic;',
});

describe('[ops] a server whose database gets a newer version’s expansions', async () => {
  const { db, url } = await demoDatabase();
  // after a contraction its background work fails
  const site = await startSite({ databaseUrl: url, mayComplain: true });
  const writer = await createWriter(site, PEOPLE.member);
  const moderator = await createWriter(site, PEOPLE.administrator);
  const readiness = async () => {
    const reply = await fetch(`${site.url}/api/ready`);
    const { parts, why } = (await reply.json()) as { parts: Record<string, string>; why: string[] };
    return { status: reply.status, migrations: parts.migrations, why };
  };
  // its connections have prepared their statements before the migration
  const threadId = await writer.thread('扩展之前');
  await writer.reply(threadId, '扩展之前的回复');

  test('stays ready, and says why', async () => {
    await waitUntilPublished(site, `/zh/post/${threadId}`, '扩展之前的回复');
    await migrateDatabase(db, url, { folder: expanded });
    await waitPatiently(async () =>
      expect(await readiness()).toEqual({
        status: 200,
        migrations: 'degraded',
        why: ['The database is of a newer version, with which this server can work.'],
      }),
    );
  });

  test('publishes new threads and replies', async () => {
    const replyId = await writer.reply(threadId, '扩展之后的回复');
    const after = await writer.thread('扩展之后');
    await waitUntilPublished(site, `/zh/post/${threadId}`, '扩展之后的回复', replyId);
    await waitUntilPublished(site, `/zh/post/${after}`, '扩展之后正文');
    const { rows } = await db.execute(sql`select later_count from post where id = ${replyId}`);
    expect(rows).toEqual([{ later_count: 7 }]);
    expect((await db.execute(sql`select from later_kind`)).rows).not.toHaveLength(0);
  });

  test('takes edits, likes and deletions', async () => {
    const [edited, deleted] = [
      await writer.reply(threadId, '会被修改的回复'),
      await writer.reply(threadId, '会被删除的回复'),
    ];
    for (const [by, method, path, body] of [
      [writer, 'PUT', '/api/v1/thread/post', { id: edited, message: '<p>已经修改的回复</p>' }],
      [moderator, 'POST', '/api/v1/thread/up', { id: edited, idtype: 'pid' }],
      [writer, 'DELETE', `/api/v1/thread/post?id=${deleted}`, undefined],
    ] as const)
      expect(await by.call(method, path, body), path).toMatchObject({ code: 0 });
    await waitUntilPublished(site, `/zh/post/${threadId}`, '已经修改的回复');
  });

  test('stays ready after a contraction of what it doesn’t use', async () => {
    await migrateDatabase(db, url, { folder: contractedAfter });
    const replyId = await writer.reply(threadId, '缩减之后的回复');
    await waitUntilPublished(site, `/zh/post/${threadId}`, replyId);
    // without the server's cache
    const readNow = createReadiness({
      db,
      replica: undefined,
      isRendererAlive: () => true,
      hasCaughtUp: () => true,
      isEnding: () => false,
      probeStorage: async () => {},
      findPagesProblem: () => undefined,
    });
    expect(await readNow()).toMatchObject({ ok: true, parts: { migrations: 'degraded' } });
  });

  test('is not ready after a contraction of what it uses', async () => {
    await migrateDatabase(db, url, { folder: contracted });
    await waitPatiently(async () =>
      expect(await readiness()).toEqual({
        status: 503,
        migrations: 'down',
        why: ['The database is of a newer version, with which this server can’t work.'],
      }),
    );
  });
});

describe('[ops] with a newer database that allows it, this version', async () => {
  const { db, url } = await emptyDatabase();
  await migrateDatabase(db, url, { folder: expanded });
  const settings = { DATABASE_URL: url, DATA_DIR: join(folder, 'newer') };

  test('starts, because it has nothing to migrate', async () => {
    await migrateDatabase(db, url);
    expect(await readPendingMigrations(db, expanded)).toEqual([]);
  });

  test('is fine for the doctor', async () => {
    const { find } = await runDoctor(settings);
    expect(find('database.migrations')).toMatchObject({
      finding: 'ok',
      sentence: 'The database is of a newer version, with which this version can work.',
    });
  });

  test('makes backups, which the newer version restores', async () => {
    const file = join(folder, 'newer.tar');
    expect(await runScript('backup', ['--out', file], settings)).toMatchObject({ code: 0 });
    const target = await blankDatabase();
    const refused = await runScript('restore', [file], {
      DATABASE_URL: target.url,
      DATA_DIR: join(folder, 'refused'),
    });
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/made by another version .* with that version or a newer one/),
    });
  });
});

describe('[ops] each migration that is marked as an expansion', async () => {
  const { db } = await blankDatabase();
  const client = await db.$client.connect();
  await createJournal(client);
  const wrong: string[] = [];
  for (const migration of readMigrationStatements()) {
    const before = await readSchema(db);
    await applyMigration(client, migration);
    const contractions = findContractions(before, await readSchema(db));
    if (migration.needs === 0)
      wrong.push(...contractions.map((line) => `${migration.tag}: ${line}`));
  }
  client.release();

  test('leaves everything that the previous version uses', () => {
    expect(wrong).toEqual([]);
  });
});

describe('[ops] by the catalog, a change', async () => {
  const { db } = await emptyDatabase();
  /** Contractions of statements, which are rolled back. */
  const contractionsOf = async (statements: string) => {
    const before = await readSchema(db);
    let found: string[] = [];
    await db
      .transaction(async (tx) => {
        await tx.execute(sql.raw(statements));
        found = findContractions(before, await readSchema(tx as never));
        tx.rollback();
      })
      .catch(() => {});
    return found;
  };

  test('of an expansion takes nothing', async () => {
    expect(await contractionsOf(EXPANSION.replaceAll('--> statement-breakpoint', ''))).toEqual([]);
  });

  test.each([
    ['alter table section rename column rank to position', 'lacks column section.rank'],
    ['alter table section drop column rank', 'lacks column section.rank'],
    ['alter table section alter column rank type bigint', 'lacks column section.rank smallint'],
    ['alter table section alter column name drop not null', 'lacks column section.name text'],
    ['alter table section add column more text not null', 'section has required column more'],
    ['alter table section add check (rank < 9)', 'section has constraint CHECK ((rank < 9))'],
    ['create unique index once on section (rank)', 'section has unique CREATE UNIQUE INDEX once'],
    [
      'drop trigger notification_added on notification',
      'lacks trigger CREATE TRIGGER notification',
    ],
    ['alter table thread alter column created_at drop default', 'lacks default of thread.created'],
    ['alter table section rename to part', 'lacks column section.id'],
  ])('is a contraction: %s', async (statement, line) => {
    expect(await contractionsOf(statement)).toContainEqual(expect.stringContaining(line));
  });
});
