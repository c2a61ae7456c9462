import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { readMigrations } from '#db/migration-journal.ts';
import { saveSiteState } from '#db/site-state.ts';
import { STORAGE_STATE_NAME } from '#db/site-state-names.ts';
import { readEnv } from '#platform/env.ts';
import { runChecks } from '../../scripts/doctor/check.ts';
import { ok } from '../../scripts/doctor/finding.ts';
import type { Forum } from '../../scripts/doctor/forum.ts';
import { createMask } from '../../scripts/doctor/mask-secrets.ts';
import * as thresholds from '../../scripts/doctor/thresholds.ts';
import { atEndOfFile } from '../support/at-end-of-file.ts';
import { runDoctor, startCloudflare } from '../support/doctor.ts';
import { databaseAt } from '../support/global-setup.ts';
import { reservePort } from '../support/ports.ts';
import { runScript } from '../support/run-script.ts';
import { startS3ForFile } from '../support/s3-for-file.ts';
import { blankDatabase, emptyDatabase, existingDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';
import { listen } from '../support/upload-call.ts';

/* `npm run doctor` on forums that are broken or inaccessible. */

const { storageUrl } = await startS3ForFile();
const cloudflarePort = await startCloudflare();
const folder = temporaryFolder('doctor');

describe('[ops] an operator whose forum is broken', () => {
  /** A mail server that refuses everything. */
  async function startRefusingServer(): Promise<number> {
    const server = createServer((socket) => socket.end('554 5.7.1 no mail from there\r\n'));
    const port = await reservePort();
    await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
    atEndOfFile(() => void server.close());
    return port;
  }

  const PASSWORD = 'Tr0ub4dor-and-3';
  /** Breaks everything that the doctor checks. */
  async function breakAll(): Promise<Record<string, string>> {
    const dataDir = join(folder, 'broken');
    const siteDir = join(folder, 'a-file');
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(siteDir, 'no folder');
    const [closed, other, refusing] = await Promise.all([
      reservePort(),
      // ten minutes late, and not a forum
      listen((_request, response) => {
        response
          .writeHead(200, {
            date: new Date(Date.now() - 600_000).toUTCString(),
            server: 'nginx/1.26.3',
          })
          .end('<p>It works!</p>');
      }),
      startRefusingServer(),
    ]);
    return {
      SITE_URL: `http://127.0.0.1:${other}`,
      PORT: String(other),
      DATABASE_URL: `postgres://forum:${PASSWORD}@127.0.0.1:${closed}/forum`,
      DATABASE_REPLICA_URL: `postgres://forum:${PASSWORD}@127.0.0.1:${closed}/replica`,
      DATA_DIR: dataDir,
      SITE_DIR: siteDir,
      OIDC_ISSUER: `http://127.0.0.1:${closed}`,
      OIDC_CLIENT_ID: 'our-client',
      OIDC_CLIENT_SECRET: PASSWORD,
      CDN: 'cloudflare',
      CDN_URL: `http://127.0.0.1:${cloudflarePort}`,
      CDN_TOKEN: `${PASSWORD}-token`,
      STORAGE_URL: storageUrl.replace(':S3RVER@', `:${PASSWORD}@`),
      PAGES_URL: storageUrl.replace(':S3RVER@', `:${PASSWORD}@`).replace('/uploads', '/pages'),
      SMTP_URL: `smtp://forum:${PASSWORD}@127.0.0.1:${refusing}`,
      MAIL_FROM: 'forum@mail.example',
      METRICS_TOKEN: `${PASSWORD}-metrics`,
    };
  }

  test('gets each fault and its remedy, independent of the others; no secret is shown', async () => {
    const env = await breakAll();
    const { code, stdout, told, find } = await runDoctor(env);
    expect(code).toBe(1);
    expect(told.ok).toBe(false);
    const wrong = (id: string, sentence: string | RegExp, advice: string | RegExp) =>
      expect(find(id)).toMatchObject({
        finding: 'problem',
        sentence: expect.stringMatching(sentence),
        advice: expect.stringMatching(advice),
      });
    wrong(
      'database',
      /^The database at 127.*\/forum does not answer: .*ECONNREFUSED/,
      'DATABASE_URL',
    );
    wrong('database.replica', /^The replica at 127.* does not answer/, 'DATABASE_REPLICA_URL');
    wrong('folder.site', `${env.SITE_DIR} is not a folder`, 'SITE_DIR');
    wrong('site', /^The server at SITE_URL .* is not this forum/, 'SITE_URL');
    wrong('site.page', 'is not a page of this forum', 'SITE_URL');
    wrong('site.proxy', 'server: nginx/1.26.3.*TRUST_PROXY is 0', 'Set TRUST_PROXY');
    wrong('server', /^Another program uses/, 'PORT');
    wrong('clock.site', /^The clock of this machine is \d{3} seconds ahead of that of/, 'NTP');
    wrong('provider', /^The identity provider does not answer at/, 'OIDC_ISSUER');
    wrong('provider.login', /^A login can’t be started/, 'runs');
    wrong('cdn', /cloudflare.* rejects purges: it answered 403/, 'CDN_TOKEN');
    wrong('mail', /^The mail server 127.* rejects mail from this machine: .*554/, 'SMTP_URL');
    wrong('bucket', /refuses its keys/, 'STORAGE_URL');
    wrong('bucket.pages', /^PAGES_URL: /, 'PAGES_URL');
    // checks that need the database report that, instead of failing as well
    for (const id of ['database.migrations', 'database.fsync', 'publishing', 'backup'])
      expect(find(id)).toMatchObject({
        finding: 'skipped',
        sentence: 'The database does not answer.',
      });
    expect(find('folder.data').finding).toBe('ok');
    expect(stdout).not.toContain(PASSWORD);
    expect(stdout).not.toContain('S3RVER');

    const forPeople = await runScript('doctor', [], env);
    expect(forPeople).toMatchObject({ code: 1, stderr: '' });
    expect(forPeople.stdout).toMatch(/^problem {2}cdn .*\n +→ .*CDN_TOKEN/m);
    expect(forPeople.stdout.trim().split('\n').at(-1)).toMatch(
      /^Problems found: \d+ right, \d+ problems, \d+ warnings?, \d+ skipped\.$/,
    );
    expect(forPeople.stdout).not.toContain(PASSWORD);
  });

  test('learns of a missing migration, of a database without a forum, of a missing folder, of a stopped embedded database, and of unwritable pages', async () => {
    const old = await emptyDatabase();
    await old.db.execute(sql`
      delete from drizzle.__drizzle_migrations
      where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`);
    await saveSiteState(old.db, STORAGE_STATE_NAME, { error: 'ENOSPC: no space left' });
    const blank = await blankDatabase();
    const dataDir = join(folder, 'not-there');
    const port = String(await reservePort());
    const [lacking, without, alone] = await Promise.all([
      runDoctor({ DATABASE_URL: old.url, DATA_DIR: dataDir, PORT: port }),
      runDoctor({ DATABASE_URL: blank.url, DATA_DIR: dataDir, PORT: port }),
      runDoctor({ DATA_DIR: dataDir, PORT: port }),
    ]);
    expect([lacking.code, without.code, alone.code]).toEqual([1, 1, 1]);
    const migrations = readMigrations();
    expect(lacking.find('database.migrations')).toMatchObject({
      finding: 'problem',
      sentence: `The database lacks 1 of ${migrations.length} migrations, from ${migrations.at(-1)?.tag} on.`,
      advice: expect.stringContaining('npm start'),
    });
    expect(lacking.find('publishing')).toMatchObject({
      finding: 'problem',
      sentence: expect.stringMatching(/^Pages can’t be written since .*: ENOSPC: no space left\.$/),
    });
    expect(lacking.find('backup').sentence).toBe('There is no backup.');
    expect(without.find('database.migrations')).toMatchObject({
      finding: 'problem',
      sentence: 'The database has no tables of the forum.',
    });
    expect(alone.find('database').sentence).toBe(`The database in ${dataDir} does not run.`);
    expect(alone.find('folder.data')).toMatchObject({
      finding: 'problem',
      sentence: `${dataDir} does not exist.`,
    });
    expect(alone.find('site').sentence).toMatch(/^No server responds at SITE_URL/);
    expect(alone.find('provider').finding).toBe('skipped');
  });
});

test('[ops] the doctor reports that the system sorts text by other rules than the indexes', async () => {
  const { url, db } = await blankDatabase();
  const name = `${new URL(url).pathname.slice(1)}_icu`;
  await db.execute(
    sql.raw(`create database ${name} template template0 locale_provider icu icu_locale 'und'`),
  );
  const sorted = await existingDatabase(databaseAt(url, name));
  await sorted.db.execute(
    sql`create table person (name text unique, nick text unique, id int unique)`,
  );
  const find = async () =>
    (await runDoctor({ DATABASE_URL: databaseAt(url, name), DATA_DIR: folder })).find(
      'database.collations',
    );
  expect(await find()).toMatchObject({ finding: 'ok' });
  await sorted.db.execute(
    sql`update pg_database set datcollversion = '1.2' where datname = current_database()`,
  );
  expect(await find()).toMatchObject({
    finding: 'problem',
    sentence: expect.stringMatching(/\(1\.2\): 2 unique indexes may miss rows/),
    advice: expect.stringContaining(
      `reindex database ${name}; alter database ${name} refresh collation version`,
    ),
  });
  await sorted.db.execute(sql.raw(`alter database ${name} refresh collation version`));
  expect(await find()).toMatchObject({ finding: 'ok' });
});

test('[ops] the doctor says in one line that it couldn’t check, with code 2', async () => {
  const calls: [args: string[], env: Record<string, string>, line: RegExp][] = [
    [[], { PORT: 'seven' }, /^Settings that can't be used — PORT/],
    [['--loud'], {}, /--loud/],
    [['--ignore', 'database.sync'], {}, /^Unknown check in --ignore: database\.sync\. Checks: /],
    [
      [],
      { SITE_URL: 'http://me:hidden@forum.example', CAPTCHA_WORK: 'light' },
      /:\/\/\*\*\*@forum/,
    ],
  ];
  for (const [args, env, line] of calls) {
    const { code, stdout, stderr } = await runScript('doctor', args, env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(line);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('hidden');
  }
});

test('[ops] a check that throws or hangs is reported as such, and the others run', async () => {
  const look = (id: string, work: () => Promise<ReturnType<typeof ok>>) => ({
    id,
    checked: id,
    run: work,
  });
  const findings = await runChecks(
    [
      look('a', () => {
        throw new Error('no key for smtp://forum:hidden@mail.example');
      }),
      look('b', () => new Promise(() => {})),
      look('c', async () => ok('It is well.')),
    ],
    {} as Forum,
    { ignored: [], mask: createMask(readEnv({})), limitMs: 50 },
  );
  expect(findings.map(({ finding, sentence }) => [finding, sentence])).toEqual([
    ['problem', 'The check failed: no key for smtp://***@mail.example.'],
    ['problem', 'The check timed out after 0.05 seconds.'],
    ['ok', 'It is well.'],
  ]);
});

test('[ops] the doctor masks a password that is also a name in addresses only', () => {
  const mask = createMask(readEnv({ DATABASE_URL: 'postgres://forum:forum@db.example/forum' }));
  expect(mask('The forum is at postgres://forum:forum@db.example/forum.')).toBe(
    'The forum is at postgres://***@db.example/forum.',
  );
});

test('[ops] the doctor masks other passwords everywhere', () => {
  const mask = createMask(
    readEnv({ DATABASE_URL: 'postgres://forum:a%20secret@db.example/forum' }),
  );
  expect(mask('“a secret” of forum was refused')).toBe('“***” of forum was refused');
});

test('[ops] the doctor and the alerts of Prometheus have the same limits', () => {
  const alerts = readFileSync('scripts/deploy/prometheus/alerts.yml', 'utf8');
  const {
    MIN_FREE_SHARE,
    MIN_CERTIFICATE_SECONDS,
    MAX_BACKUP_SECONDS,
    MAX_REPLICA_LAG_SECONDS,
    MAX_MAIL_WAIT_SECONDS,
    MAX_FAILED_MAIL,
  } = thresholds;
  const days = (seconds: number) => `${seconds / 86_400} * 86400`;
  for (const rule of [
    `forum_disk_free_ratio < ${MIN_FREE_SHARE} or forum_inodes_free_ratio < ${MIN_FREE_SHARE}`,
    `min(forum_certificate_ends_seconds) < ${days(MIN_CERTIFICATE_SECONDS)}`,
    `max(forum_backup_age_seconds) > ${days(MAX_BACKUP_SECONDS)}`,
    `max(forum_replica_lag_seconds) > ${MAX_REPLICA_LAG_SECONDS}`,
    `max(forum_mail_oldest_seconds) > ${MAX_MAIL_WAIT_SECONDS}`,
    `max(forum_mail_failed_today) > ${MAX_FAILED_MAIL}`,
  ])
    expect(alerts).toContain(`expr: ${rule}\n`);
});
