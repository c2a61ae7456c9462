import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { migrateDatabase, readPendingMigrations } from '#db/migrate.ts';
import { planMigrations } from '../../scripts/migrate/plan-migrations.ts';
import { addMigrations, copyMigrations } from '../support/migration-folder.ts';
import { runScript } from '../support/run-script.ts';
import { blankDatabase, emptyDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* `npm run migrate`, and the plan of `npm run migrate -- --plan`. */

const folder = temporaryFolder('migration-plan');

describe('[ops] npm run migrate', async () => {
  const { db, url } = await blankDatabase();
  const baseline = copyMigrations(join(folder, 'baseline'), (entries) => entries.slice(0, 2));
  await migrateDatabase(db, url, { folder: baseline });
  const settings = { DATABASE_URL: url, DATA_DIR: join(folder, 'data') };
  const isMigrated = async () => {
    const { rows } = await db.execute(sql`select to_regclass('invalidation') is not null as yes`);
    return rows[0]?.yes;
  };

  test('plans pending migrations without a change', async () => {
    const { code, stdout } = await runScript('migrate', ['--plan'], settings);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^0002_plain_names: a contraction\. Servers of versions without 0002_plain_names are not ready any more\.\n {2}ALTER TABLE "touched_tag" RENAME TO "invalidation";\n {6}touched_tag: ACCESS EXCLUSIVE, under 1 s\n/,
    );
    expect(await isMigrated()).toBe(false);
  });

  test('applies them', async () => {
    expect(await runScript('migrate', [], settings)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^0002_plain_names: applied in \d+\.\d s\n(?:\d{4}_\w+: applied in \d+\.\d s\n)*$/,
      ),
    });
    expect(await isMigrated()).toBe(true);
  });

  test.each([[], ['--plan']])('does nothing without pending ones %s', async (...options) => {
    expect(await runScript('migrate', options, settings)).toEqual({
      code: 0,
      stdout: 'Nothing to do: the database has all migrations.\n',
      stderr: '',
    });
  });
});

/** The lines about one statement of a plan, without their indentation. */
const linesAfter = (plan: string, statement: string): string[] => {
  const lines = plan.split('\n').map((line) => line.trim());
  return lines.slice(lines.indexOf(statement) + 1);
};

describe('[ops] a plan for a large table', async () => {
  const { db, url } = await emptyDatabase();
  // 20 MB
  await db.execute(sql`
    insert into site_state (name, value)
    select 'state ' || n, to_jsonb(repeat(md5(n::text), 6))
    from generate_series(1, 80000) n`);
  const migrations = addMigrations(join(folder, 'planned'), {
    '9998_expands': `-- expansion
alter table site_state add column later text;
--> statement-breakpoint
alter table site_state add column random float default random() not null;
--> statement-breakpoint
alter table site_state add constraint named check (name <> '') not valid;
--> statement-breakpoint
alter table site_state validate constraint named;
--> statement-breakpoint
create index if not exists site_state_value on site_state (md5(value::text));
--> statement-breakpoint
update site_state set later = name;
--> statement-breakpoint
create table later_kind (name text references site_state (name));`,
    '9999_contracts': `-- contraction after 9998_expands
alter table site_state rename to facts;
--> statement-breakpoint
drop index site_state_value;
--> statement-breakpoint
create function nothing() returns int language sql as 'select 1';`,
  });
  const pending = await readPendingMigrations(db, migrations);
  const plan = await planMigrations(
    url,
    join(folder, 'planned'),
    pending ?? [],
    new AbortController().signal,
  );

  test.each([
    ['alter table site_state add column later text;', /^site_state: ACCESS EXCLUSIVE, under 1 s$/],
    [
      'alter table site_state add column random float default random() not null;',
      /^site_state: ACCESS EXCLUSIVE, rewrites the table, (?:under|about) \d+ s$/,
    ],
    [
      "alter table site_state add constraint named check (name <> '') not valid;",
      /^site_state: ACCESS EXCLUSIVE, under 1 s$/,
    ],
    [
      'alter table site_state validate constraint named;',
      /^site_state: SHARE UPDATE EXCLUSIVE, reads the table, (?:under|about) \d+ s$/,
    ],
    [
      'create index if not exists site_state_value on site_state (md5(value::text));',
      /^site_state: SHARE, builds an index, (?:under|about) \d+ s$/,
    ],
    [
      'update site_state set later = name;',
      /^site_state: ROW EXCLUSIVE, may change all rows, (?:under|about) \d+ s$/,
    ],
    [
      'create table later_kind (name text references site_state (name));',
      /^site_state: SHARE ROW EXCLUSIVE, under 1 s$/,
    ],
    ['alter table site_state rename to facts;', /^site_state: ACCESS EXCLUSIVE, under 1 s$/],
    ['drop index site_state_value;', /^site_state: ACCESS EXCLUSIVE, under 1 s$/],
    [
      "create function nothing() returns int language sql as 'select 1';",
      /^no lock on an existing table$/,
    ],
  ])('knows the lock and the work of %s', (statement, line) => {
    expect(linesAfter(plan, statement)[0]).toMatch(line);
  });

  test('says which versions work with each migration', () => {
    expect(plan).toContain(
      '9998_expands: an expansion. Servers of earlier versions continue to work.',
    );
    expect(plan).toContain(
      '9999_contracts: a contraction. Servers of versions since 9998_expands continue to work.',
    );
  });

  test('says what waits until the end of each migration', () => {
    expect(linesAfter(plan, 'Until 9999_contracts is committed:')[0]).toBe(
      'site_state: reading and writing wait under 1 s',
    );
  });

  test('leaves the database as it is', async () => {
    expect(await readPendingMigrations(db, migrations)).toHaveLength(2);
    expect((await db.execute(sql`select to_regclass('later_kind') as found`)).rows).toEqual([
      { found: null },
    ]);
  });
});
