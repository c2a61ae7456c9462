import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { pack } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { migrateDatabase, withMigrationLock } from '#db/migrate.ts';
import { readMigrations } from '#db/migration-journal.ts';
import { readEnv } from '#platform/env.ts';
import { FORMAT_VERSION } from '../../scripts/backup/archive.ts';
import { restoreBackup } from '../../scripts/backup/restore-backup.ts';
import { runDoctor } from '../support/doctor.ts';
import { addMigrations, copyMigrations } from '../support/migration-folder.ts';
import { REPLACED_MIGRATIONS, recordReplacedMigrations } from '../support/replaced-migrations.ts';
import { runScript } from '../support/run-script.ts';
import { blankDatabase, emptyDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/** 0000_schema and 0001_triggers_and_storage. */
const BASELINE_FILES = 2;

const folder = temporaryFolder('migrations');

const readBookkeeping = async (db: Db) =>
  (
    await db.execute<{ hash: string; at: number }>(sql`
      select hash, created_at::float8 as at from drizzle.__drizzle_migrations order by id`)
  ).rows;

const baseline = copyMigrations(join(folder, 'baseline'), (entries) =>
  entries.slice(0, BASELINE_FILES),
);

/** A database with the baseline's schema and the records of the replaced migrations. */
async function databaseFromBefore(count?: number) {
  const database = await blankDatabase();
  await migrate(database.db, { migrationsFolder: baseline });
  await recordReplacedMigrations(database.db, count);
  return database;
}

const hasLaterColumn = async (db: Db) =>
  (
    await db.execute(sql`
      select from information_schema.columns
      where table_schema = 'public' and table_name = 'section' and column_name = 'later'`)
  ).rows.length === 1;

describe('[ops] a database with all migrations that the baseline replaced', async () => {
  const { db, url } = await databaseFromBefore();
  const before = await readBookkeeping(db);
  await migrateDatabase(db, url);

  test('gets only later migrations', async () => {
    expect(before).toHaveLength(REPLACED_MIGRATIONS.length);
    // this version may have migrations after the baseline
    const sinceBaseline = readMigrations()
      .slice(BASELINE_FILES)
      .map(({ when }) => when);
    const after = await readBookkeeping(db);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length).map(({ at }) => at)).toEqual(sinceBaseline);
  });

  test('lacks nothing for the doctor', async () => {
    const { find } = await runDoctor({ DATABASE_URL: url, DATA_DIR: join(folder, 'examined') });
    expect(find('database.migrations').finding).toBe('ok');
  });

  test('makes backups that a restore accepts', async () => {
    await db.execute(sql`insert into section (name, name_en, rank) values ('古老', 'Old', 7)`);
    const file = join(folder, 'before.tar');
    expect(
      await runScript('backup', ['--out', file], {
        DATABASE_URL: url,
        DATA_DIR: join(folder, 'before'),
      }),
    ).toMatchObject({ code: 0 });
    const target = await blankDatabase();
    expect(
      await runScript('restore', [file], {
        DATABASE_URL: target.url,
        DATA_DIR: join(folder, 'restored'),
      }),
    ).toMatchObject({ code: 0, stderr: '' });
    expect((await target.db.execute(sql`select name, name_en, rank from section`)).rows).toEqual([
      { name: '古老', name_en: 'Old', rank: 7 },
    ]);
    expect(await readBookkeeping(target.db)).toHaveLength(readMigrations().length);
  });
});

describe('[ops] a later migration is applied', () => {
  const later = addMigrations(join(folder, 'later'), {
    '9999_later': 'alter table section add column later integer;',
  });

  test('to a database that the baseline made', async () => {
    const { db, url } = await emptyDatabase();
    await migrateDatabase(db, url, { folder: later });
    expect(await hasLaterColumn(db)).toBe(true);
  });

  test('to a database with the replaced migrations', async () => {
    const { db, url } = await databaseFromBefore();
    await migrateDatabase(db, url, { folder: later });
    expect(await hasLaterColumn(db)).toBe(true);
  });
});

describe('[ops] older than the baseline:', () => {
  const older = REPLACED_MIGRATIONS.length - 1;

  test('a database is refused by an error that names the version to update to first', async () => {
    const { db, url } = await databaseFromBefore(older);
    const before = await readBookkeeping(db);
    await expect(migrateDatabase(db, url)).rejects.toThrow(
      /Update to the last version with the migration 0041_thread_pace .* then update to this version/,
    );
    expect(await readBookkeeping(db)).toEqual(before);
  });

  test('a database is too old for the doctor', async () => {
    const { url } = await databaseFromBefore(older);
    const { find } = await runDoctor({ DATABASE_URL: url, DATA_DIR: join(folder, 'examined') });
    expect(find('database.migrations')).toMatchObject({
      finding: 'problem',
      sentence: 'This version can’t update the database directly: it is too old.',
      advice: expect.stringContaining('0041_thread_pace'),
    });
  });

  test('a database is not backed up', async () => {
    const { url } = await databaseFromBefore(older);
    const refused = await runScript('backup', ['--out', join(folder, 'none.tar')], {
      DATABASE_URL: url,
      DATA_DIR: join(folder, 'none'),
    });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/its schema is too old.*0041_thread_pace/);
  });

  test('a backup is refused by an error that names the version that restores it', async () => {
    const { url } = await blankDatabase();
    const file = join(folder, 'older.tar');
    const tar = pack();
    const about = {
      format: FORMAT_VERSION,
      madeAt: new Date().toISOString(),
      site: 'http://localhost',
      schema: { tag: '0040_moderator_themes', when: REPLACED_MIGRATIONS[older - 1] },
      tables: [],
    };
    tar.entry({ name: 'about.json' }, JSON.stringify(about));
    tar.finalize();
    await pipeline(tar, createWriteStream(file));
    const env = readEnv({ DATABASE_URL: url, DATA_DIR: join(folder, 'older') });
    await expect(restoreBackup({ ...env, DATABASE_URL: url }, file)).rejects.toThrow(
      /its schema is too old \(0040_moderator_themes\)\. Restore it with the last version with/,
    );
  });
});

test('[ops] a migration lets others use a table while it waits for its lock', async () => {
  const { db, url } = await emptyDatabase();
  const reader = await db.$client.connect();
  await reader.query('begin');
  await reader.query('select from section');
  const later = addMigrations(join(folder, 'waiting'), {
    '9999_later': 'alter table section add column later integer;',
  });
  const { promise: isWaiting, resolve: wait } = Promise.withResolvers<string>();
  const migrated = migrateDatabase(db, url, { folder: later, say: wait });
  expect(await isWaiting).toMatch(
    /^Migration 9999_later waits for others’ locks\. The oldest transaction is \d+ s old: "forum test", process \d+\.$/,
  );
  // a queued lock would block this
  await db.execute(sql`select from section`);
  expect(await hasLaterColumn(db)).toBe(false);
  await reader.query('commit');
  reader.release();
  await migrated;
  expect(await hasLaterColumn(db)).toBe(true);
});

test('[ops] a process that waits for the lock of another one says so once, and then works', async () => {
  const { db } = await blankDatabase();
  const events: string[] = [];
  const { promise: isDone, resolve: finish } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: startSecond } = Promise.withResolvers<void>();
  const first = withMigrationLock(db, async () => {
    startSecond();
    await isDone;
    events.push('first');
  });
  await isLocked;
  const second = withMigrationLock(
    db,
    async () => void events.push('second'),
    () => {
      events.push('waits');
      finish();
    },
  );
  await Promise.all([first, second]);
  expect(events).toEqual(['waits', 'first', 'second']);
});
