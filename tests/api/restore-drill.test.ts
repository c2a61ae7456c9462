import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DRILL_STATE } from '#db/site-state-names.ts';
import { readEnv } from '#platform/env.ts';
import { findNewestBackup } from '../../scripts/backup/backup-files.ts';
import { writeBackup } from '../../scripts/backup/write-backup.ts';
import { thread } from '../support/factories.ts';
import { allProcesses, eventually, waitUntilEnded } from '../support/processes.ts';
import { runScript, startScript } from '../support/run-script.ts';
import { fetchShared } from '../support/shared-service.ts';
import { blankDatabase, demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* A restore that is tested next to the running forum. */

vi.setConfig({ testTimeout: 120_000 });
await fetchShared('build');
const forum = await demoDatabase();
const folder = temporaryFolder('drill');
const dataDir = join(folder, 'data');
cpSync(join(forum.demoDataDir, 'uploads'), join(dataDir, 'uploads'), { recursive: true });
const settings = { DATABASE_URL: forum.url, DATA_DIR: dataDir };
const env = { ...readEnv(settings), DATABASE_URL: forum.url };
const backups = join(dataDir, 'backups');
mkdirSync(backups);

/** A row that no table refers to, as JSON; it is deleted. */
const [lost] = (
  await forum.db.execute<{ row: unknown }>(
    sql`
      delete from notification n
      where id = (select min(id) from notification)
      returning to_jsonb(n) as row`,
  )
).rows;
const file = join(backups, 'forum-auto-2026-02-01-000000.tar');
await writeBackup(env, file);
// An older file by its name, and a file that is no backup.
writeFileSync(join(backups, 'forum-2026-01-01-0000.tar'), 'not a backup');

const drill = (...args: string[]) => runScript('restore', ['--drill', ...args], settings);
const readNote = async () =>
  (
    await forum.db.execute<{ value: { file: string; problems: string[]; succeeded_at: string } }>(
      sql`select value from site_state where name = ${DRILL_STATE}`,
    )
  ).rows[0]?.value;
const hidden = () => readdirSync(dataDir).filter((name) => name.startsWith('.'));
const databases = () =>
  allProcesses().filter(
    ({ command }) => command.includes('postgres') && command.includes(`${dataDir}/.drill`),
  );
const expectNothingLeft = () => {
  expect(hidden()).toEqual([]);
  expect(databases()).toEqual([]);
};

beforeEach(async () => {
  await forum.db.execute(sql`delete from site_state where name = ${DRILL_STATE}`);
});
afterAll(async () => {
  for (const { pid } of databases()) {
    process.kill(pid, 'SIGKILL');
    await waitUntilEnded(pid);
  }
});

describe('[ops] a restore drill', () => {
  test('restores the newest backup, finds all that was saved, lets the forum have more by now, renders pages, and leaves nothing but a note', async () => {
    expect(findNewestBackup(backups)).toBe(file);
    await thread(forum.db);
    const { code, stdout, stderr } = await drill();
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/\d{4,} rows and \d\d+ uploads of 2\d{3}-.* were restored\./);
    expect(stdout).toMatch(/\d\d tables were compared .* which has [1-9]\d* newer rows\./);
    expect(stdout).toMatch(/[3-9]\d pages were rendered\./);
    expect(stdout).toContain(`The drill succeeded: ${file} can be restored.`);
    expect(await readNote()).toEqual({
      file: basename(file),
      problems: [],
      succeeded_at: expect.any(String),
    });
    expectNothingLeft();
  });

  test('reports a backup that differs from its record, and data of the forum that the backup lacks', async () => {
    const bytes = readFileSync(file);
    const at = bytes.length - 40_000; // inside an upload
    bytes[at] = (bytes[at] as number) ^ 0xff;
    const changed = join(folder, 'changed.tar');
    writeFileSync(changed, bytes);
    const damaged = await drill(changed);
    expect([damaged.code, damaged.stderr]).toEqual([1, '']);
    expect(damaged.stdout).toMatch(
      /^Wrong: The backup is damaged: .* differs from its checksum\./m,
    );
    expect(damaged.stdout).toContain(`The drill failed: ${changed} may be unusable.`);
    const note = await readNote();
    expect(note).toMatchObject({ file: 'changed.tar', succeeded_at: null });
    expect(note?.problems).toHaveLength(1);
    expectNothingLeft();

    await forum.db.execute(
      sql`
        insert into notification overriding system value
        select (jsonb_populate_record(null::notification, ${JSON.stringify(lost?.row)}::jsonb)).*`,
    );
    const lacking = await drill(file);
    expect(lacking.code, lacking.stdout).toBe(1);
    expect(lacking.stdout).toMatch(
      /^Wrong: "notification" lacks 1 row that the forum had at the time of the backup\.$/m,
    );
    expectNothingLeft();
  });

  test('that is stopped leaves nothing, and notes nothing', async () => {
    const script = startScript('restore', ['--drill'], settings);
    const isRunning = () =>
      hidden().some((name) => existsSync(join(dataDir, name, 'postgres/postmaster.pid')));
    await eventually(isRunning);
    script.interrupt();
    const { code, stderr } = await script.ended;
    expect([code, stderr.trim()]).toEqual([
      1,
      'The drill was stopped; its temporary data was deleted.',
    ]);
    expectNothingLeft();
    expect(await readNote()).toBeUndefined();
  });

  test('that is killed is cleared by the next one, which does without a forum to compare with', async () => {
    const script = startScript('restore', ['--drill'], settings);
    await eventually(() => databases().length > 0);
    script.kill();
    await script.ended;
    expect(hidden()).toHaveLength(1);
    const { url } = await blankDatabase();
    const next = await runScript('restore', ['--drill', file], { ...settings, DATABASE_URL: url });
    expect(next.code, next.stdout + next.stderr).toBe(0);
    expect(next.stdout).toContain('There is no forum to compare them with.');
    expectNothingLeft();
  });

  test('says in one line that there is no backup to try', async () => {
    const nothing = { ...settings, DATA_DIR: join(folder, 'none') };
    const { code, stderr } = await runScript('restore', ['--drill'], nothing);
    expect(code).toBe(1);
    expect(stderr.trim()).toMatch(/^There is no backup in .*none\/backups\. .*--drill FILE$/);
  });
});
