import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { sql } from 'drizzle-orm';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { MIGRATIONS_FOLDER } from '#db/migration-journal.ts';
import { BACKUP_STATE, PAGES_FOLDER_STATE } from '#db/site-state-names.ts';
import { readEnv } from '#platform/env.ts';
import { restoreBackup } from '../../scripts/backup/restore-backup.ts';
import { userIdOf } from '../../scripts/seed/people.ts';
import { anyText, propertyRuns } from '../support/arbitraries.ts';
import { runScript } from '../support/run-script.ts';
import { testApi } from '../support/test-api.ts';
import { blankDatabase, demoDatabase, emptyDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/** Tables that a backup omits on purpose: they are regenerated, or worthless after a restart. */
const LEFT_OUT = [
  'published_page',
  'invalidation',
  'search_change',
  'login_attempt',
  'thread_view',
  'rate_limit',
  'recent_content',
];

const forum = await demoDatabase();
const empty = await emptyDatabase();
const folder = temporaryFolder('backup');
const dataDir = join(folder, 'data');
const file = join(folder, 'forum.tar');
let odd: number[] = [];

const settings = (databaseUrl: string, dir: string) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dir,
  LOG_LEVEL: 'warn',
});

/** Texts that people, attackers and chance write, and that PostgreSQL can store. */
const oddTexts = (count: number): string[] =>
  fc
    .sample(anyText(), { numRuns: count, seed: propertyRuns(1).seed as number })
    .map((text) => text.toWellFormed().replaceAll('\0', ''));

/** Gives users, threads, replies, comments and drafts generated texts; returns the threads. */
async function writeOddTexts(db: Db): Promise<number[]> {
  const texts = oddTexts(400);
  const given = sql`
    (
      select odd.text, odd.place
      from unnest(${sql.param(texts)}::text[]) with ordinality odd(text, place)
    )`;
  await db.execute(
    sql`
      update "user" u
      set description = g.text, nickname = left(g.text, 10) || u.id
      from ${given} g
      where u.id = ${userIdOf('tomas')} + g.place`,
  );
  await db.execute(
    sql`
      update thread t
      set subject = 'x' || left(g.text, 28), excerpt = left(g.text, 100)
      from ${given} g
      where t.id = g.place`,
  );
  await db.execute(
    sql`
      update post p
      set
        source = g.text,
        html = '<p>' || replace(replace(g.text, '&', '&amp;'), '<', '&lt;') || '</p>'
      from ${given} g
      where p.id = g.place`,
  );
  await db.execute(sql`update comment c set source = g.text from ${given} g where c.id = g.place`);
  await db.execute(
    sql`
      insert into draft (user_id, body)
      select 10001, jsonb_build_object('subject', g.text, 'message', g.text)
      from ${given} g
      where g.place <= 90`,
  );
  return (
    await db.execute<{ id: number }>(
      sql`
        select id
        from thread
        where id <= ${texts.length} and state = 'normal' and checked
        order by id
        limit 20`,
    )
  ).rows.map(({ id }) => id);
}

/** Every table of ours with a digest of its rows, independent of their physical order. */
async function contentOf(db: Db): Promise<Record<string, { rows: number; digest: string }>> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const content: Record<string, { rows: number; digest: string }> = {};
  for (const { name } of tables) {
    if (LEFT_OUT.includes(name)) continue;
    const {
      rows: [row],
    } = await db.execute<{ rows: number; digest: string }>(
      sql.raw(
        `
          select
            count(*)::int as rows,
            coalesce(md5(string_agg(r, E'\\n' order by r)), '') as digest
          from (select t::text as r from "${name}" t) x`,
      ),
    );
    content[name] = row as { rows: number; digest: string };
  }
  return content;
}

const filesOf = (below: string) =>
  Object.fromEntries(
    readdirSync(below, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [
          relative(below, path),
          createHash('sha256').update(readFileSync(path)).digest('hex'),
        ];
      })
      .sort(),
  );

/** Outcome of the command that wrote `file`. */
let saved: Awaited<ReturnType<typeof runScript>>;

beforeAll(async () => {
  cpSync(join(forum.demoDataDir, 'uploads'), join(dataDir, 'uploads'), { recursive: true });
  // Data that is easily lost: characters that COPY escapes, empty and null, ids above the sequence,
  // an audit row.
  await forum.db.execute(
    sql`update "user" set description = E'a\tb\\c\nd\r\\N \\. 𝄞 "' where id = 10001`,
  );
  odd = await writeOddTexts(forum.db);
  await forum.db.execute(sql`select setval(pg_get_serial_sequence('post', 'id'), 990001)`);
  await forum.db.execute(
    sql`
      insert into published_page (path, tags, hash, build, rendered_at)
      values ('/zh', '{}', 'x', 'x', now())`,
  );
  saved = await runScript('backup', ['--out', file], settings(forum.url, dataDir));
});

describe('[ops] a backup', () => {
  test('holds database and uploads, and is restored into an empty folder unchanged; new rows get the next ids, and foreign keys remain', async () => {
    expect(saved).toMatchObject({ code: 0, stderr: '' });
    expect(saved.stdout).toContain(file);
    expect(statSync(file).mode & 0o077, 'others may not read it').toBe(0);

    const target = await blankDatabase();
    const targetDir = join(folder, 'restored');
    const siteDir = join(targetDir, 'site');
    mkdirSync(join(siteDir, 'zh'), { recursive: true });
    writeFileSync(join(siteDir, 'zh/index.html'), 'a page of the former forum');
    const restored = await runScript('restore', [file], settings(target.url, targetDir));
    expect(restored).toMatchObject({ code: 0, stderr: '' });

    // The backup is recorded once it is complete, so its record isn't in the backup.
    const noted = sql`
      delete from site_state
      where name = ${BACKUP_STATE}
      returning (value->>'bytes')::int > 100000 as whole`;
    expect((await forum.db.execute(noted)).rows).toEqual([{ whole: true }]);
    // the folder of pages gets an id of its own
    const folderId = sql`delete from site_state where name = ${PAGES_FOLDER_STATE}`;
    expect((await target.db.execute(folderId)).rowCount).toBe(1);
    const before = await contentOf(forum.db);
    expect(before.post?.rows).toBeGreaterThan(3_000);
    expect(await contentOf(target.db)).toEqual(before);
    // Readers see the same, too.
    const [here, there] = [await testApi(forum.db), await testApi(target.db)];
    expect(odd.length).toBe(20);
    for (const id of odd) {
      for (const path of [
        `/api/v1/thread/info?id=${id}`,
        `/api/v1/thread/post/list?id=${id}&limit=50`,
      ]) {
        const [was, is] = [await here.call('GET', path), await there.call('GET', path)];
        expect([path, was.status]).toEqual([path, 200]);
        expect(is.body).toEqual(was.body);
      }
    }
    const uploads = filesOf(join(dataDir, 'uploads'));
    expect(Object.keys(uploads).length).toBeGreaterThan(20);
    expect(filesOf(join(targetDir, 'uploads'))).toEqual(uploads);
    expect(existsSync(join(siteDir, 'zh')), 'pages of another forum').toBe(false);
    expect((await target.db.execute(sql`select from published_page`)).rows).toEqual([]);

    const keys = sql`
      select count(*)::int as count
      from pg_constraint
      where contype = 'f' and convalidated`;
    expect((await target.db.execute(keys)).rows).toEqual((await forum.db.execute(keys)).rows);
    const next = sql`
      select
        nextval(pg_get_serial_sequence('post', 'id'))::int as post,
        nextval(pg_get_serial_sequence('thread', 'id'))::int - max(id) as thread
      from thread`;
    expect((await target.db.execute(next)).rows).toEqual([{ post: 990002, thread: 1 }]);
  });

  test('is refused by a database that has rows, in one line, and changes nothing there', async () => {
    const before = await contentOf(forum.db);
    const refused = await runScript('restore', [file], settings(forum.url, join(folder, 'filled')));
    expect(refused.code).toBe(1);
    expect(refused.stderr.trim().split('\n')).toEqual([
      expect.stringContaining('The database is not empty'),
    ]);
    expect(await contentOf(forum.db)).toEqual(before);
  });

  test('is refused by a folder that has uploads', async () => {
    const refused = await runScript('restore', [file], settings(empty.url, dataDir));
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('already contains uploads');
  });

  test('that was cut off or changed is refused, and nothing of it is restored', async () => {
    const cut = join(folder, 'cut.tar');
    cpSync(file, cut);
    truncateSync(cut, Math.floor(statSync(file).size / 2));
    const changed = join(folder, 'changed.tar');
    const bytes = readFileSync(file);
    const at = bytes.length - 40_000; // inside an upload
    bytes[at] = (bytes[at] as number) ^ 0xff;
    writeFileSync(changed, bytes);
    const text = join(folder, 'text.tar');
    writeFileSync(text, 'not a backup at all\n'.repeat(100));
    const targetDir = join(folder, 'broken');
    const damaged = /^The backup is damaged: .* Nothing was restored\.$/;
    const nothingIsThere = async () => {
      expect(Object.values(await contentOf(empty.db)).every(({ rows }) => rows === 0)).toBe(true);
      expect(readdirSync(join(targetDir, 'uploads'))).toEqual([]);
    };
    const refused = await runScript('restore', [cut], settings(empty.url, targetDir));
    expect(refused.code).toBe(1);
    expect(refused.stderr.trim().split('\n')).toEqual([expect.stringMatching(damaged)]);
    await nothingIsThere();
    for (const broken of [changed, text]) {
      const env = readEnv(settings(empty.url, targetDir));
      await expect(restoreBackup({ ...env, DATABASE_URL: empty.url }, broken)).rejects.toThrow(
        damaged,
      );
      await nothingIsThere();
    }
  });

  test('of an older version is restored by a newer one, which then migrates it', async () => {
    const old = await blankDatabase();
    const migrations = join(folder, 'migrations');
    cpSync(MIGRATIONS_FOLDER, migrations, { recursive: true });
    const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8'));
    expect(journal.entries.length).toBeGreaterThan(1);
    writeFileSync(
      join(migrations, 'meta/_journal.json'),
      JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }),
    );
    await migrate(old.db, { migrationsFolder: migrations });
    await old.db.execute(sql`insert into section (name, name_en, rank) values ('古老', 'Old', 7)`);
    const oldFile = join(folder, 'old.tar');
    expect(
      await runScript('backup', ['--out', oldFile], settings(old.url, join(folder, 'old'))),
    ).toMatchObject({ code: 0 });

    const target = await blankDatabase();
    expect(
      await runScript('restore', [oldFile], settings(target.url, join(folder, 'renewed'))),
    ).toMatchObject({ code: 0, stderr: '' });
    expect((await target.db.execute(sql`select name, name_en, rank from section`)).rows).toEqual([
      { name: '古老', name_en: 'Old', rank: 7 },
    ]);
    const applied = sql`select count(*)::int as count from drizzle.__drizzle_migrations`;
    expect((await target.db.execute(applied)).rows).toEqual([{ count: journal.entries.length }]);
  });

  test('is not made by an older version than the database’s', async () => {
    const {
      rows: [latest],
    } = await forum.db.execute<{ id: number; at: string; needs: string | null }>(sql`
      select id, created_at as at, needs
      from drizzle.__drizzle_migrations
      order by created_at desc
      limit 1`);
    const setTimes = (at: unknown, needs: unknown) =>
      forum.db.execute(sql`
        update drizzle.__drizzle_migrations
        set created_at = ${at}::int8, needs = ${needs}::int8
        where id = ${latest?.id}`);
    const later = Number(latest?.at) + 1e12;
    await setTimes(later, later);
    try {
      const refused = await runScript(
        'backup',
        ['--out', join(folder, 'newer.tar')],
        settings(forum.url, dataDir),
      );
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain('made by a newer version');
      expect(existsSync(join(folder, 'newer.tar'))).toBe(false);
    } finally {
      await setTimes(latest?.at, latest?.needs);
    }
  });
});
