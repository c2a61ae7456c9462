import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { BACKUP_STATE } from '#db/site-state-names.ts';
import { recordBackup } from '#domain/operations/record.ts';
import {
  CLOUDFLARE_TOKEN,
  DISK_SPACE_CHECKS,
  DURABILITY_CHECKS,
  runDoctor,
  startCloudflare,
} from '../support/doctor.ts';
import { mailVariables, startMailServer } from '../support/mail-server.ts';
import { startOtherProvider } from '../support/other-provider.ts';
import { runScript } from '../support/run-script.ts';
import { startS3ForFile } from '../support/s3-for-file.ts';
import { pageText, startSite } from '../support/test-site.ts';
import { startTlsServer } from '../support/tls-server.ts';
import { listen } from '../support/upload-call.ts';

/* `npm run doctor` on a running forum, and behind incomplete proxy configurations. */

const METRICS_TOKEN = 'a-token-of-prometheus';
const cloudflarePort = await startCloudflare();
const CLOUDFLARE = {
  CDN: 'cloudflare',
  CDN_URL: `http://127.0.0.1:${cloudflarePort}`,
  CDN_TOKEN: CLOUDFLARE_TOKEN,
};
const site = await startSite({ env: { METRICS_TOKEN, ...CLOUDFLARE } });
const provider = await startOtherProvider();
const mail = await startMailServer();
const { storageUrl } = await startS3ForFile();
const { storageUrl: pagesUrl } = await startS3ForFile('pages');

/** The healthy forum's settings and services. */
const settings = (): Record<string, string> => ({
  SITE_URL: site.url,
  PORT: String(site.port),
  HOST: '127.0.0.1',
  DATABASE_URL: site.databaseUrl,
  DATA_DIR: site.dataDir,
  SITE_DIR: site.siteDir,
  OIDC_ISSUER: provider.origin,
  OIDC_CLIENT_ID: 'our-client',
  OIDC_CLIENT_SECRET: 'a-secret-of-ours',
  ...CLOUDFLARE,
  METRICS_TOKEN,
  ...mailVariables(mail),
});

beforeAll(async () => {
  provider.reset();
  await recordBackup(site.db, 1_000);
  // The page is rendered at its first request.
  expect(await pageText(site, '/zh')).toContain('<link rel="canonical"');
});

describe('[ops] an operator whose forum is well', () => {
  test('gets one line for each finding, and the code is 0 once known ones are ignored', async () => {
    const { code, stdout, stderr } = await runScript(
      'doctor',
      ['--ignore', DURABILITY_CHECKS.join(','), '--ignore', DISK_SPACE_CHECKS.join(',')],
      settings(),
    );
    expect({ code, stderr, stdout }).toMatchObject({ code: 0, stderr: '' });
    const lines = stdout.trim().split('\n');
    expect(lines.at(-1)).toMatch(
      /^No problems: \d+ right, 0 problems, 0 warnings, \d+ skipped, \d ignored\.$/,
    );
    expect(stdout).not.toContain('→');
    for (const id of [
      'folder.data',
      'folder.site',
      'folder.uploads',
      'database',
      'database.migrations',
      'database.encoding',
      'database.collations',
      'database.autovacuum',
      'database.connections',
      'server',
      'site',
      'site.page',
      'site.compression',
      'site.cdn',
      'site.proxy',
      'provider',
      'provider.login',
      'clock.database',
      'clock.site',
      'clock.provider',
      'cdn',
      'cdn.purges',
      'mail',
      'mail.queue',
      'metrics',
      'publishing',
      'backup',
    ])
      expect(lines.find((line) => line.split(/\s+/)[1] === id)).toMatch(/^ok {7}/);
    // to compare with the address that is registered at the provider
    expect(stdout).toContain(`${site.url}/api/v1/login/callback`);
  });

  test('learns of PostgreSQL settings that can lose data', async () => {
    const database = sql.identifier(new URL(site.databaseUrl).pathname.slice(1));
    const set = (value: string) =>
      site.db.execute(sql`alter database ${database} set synchronous_commit = ${sql.raw(value)}`);
    await set('on');
    const safe = await runDoctor(settings());
    expect(safe.find('database.synchronous_commit').finding).toBe('ok');
    await set('off');
    const { code, find } = await runDoctor(settings());
    expect(code).toBe(1);
    expect(find('database.synchronous_commit')).toMatchObject({
      finding: 'warning',
      sentence: expect.stringMatching(/synchronous_commit = off: .* lost in a crash/),
      advice: expect.stringContaining('alter database'),
    });
    expect(find('database.fsync')).toMatchObject({
      finding: 'problem',
      sentence: expect.stringContaining('fsync = off'),
    });
  });

  test('learns of an old backup, a wrong token in Prometheus, too few connections, a false replica, and of pages with another address', async () => {
    const backup = sql`
      update site_state
      set updated_at = now() - interval '3 days'
      where name = ${BACKUP_STATE}`;
    await site.db.execute(backup);
    const { code, find } = await runDoctor({
      ...settings(),
      SITE_URL: `http://localhost:${site.port}`,
      METRICS_TOKEN: 'a-token-of-somebody-else',
      STORAGE_URL: storageUrl,
      PAGES_URL: pagesUrl,
      TRUST_PROXY: '1',
      DATABASE_POOL: '200',
      DATABASE_REPLICA_URL: site.databaseUrl,
    });
    await recordBackup(site.db, 1_000);
    expect(code).toBe(1);
    expect(find('backup')).toMatchObject({
      finding: 'warning',
      sentence: 'The last backup is 72 hours old.',
      advice: expect.stringContaining('npm run backup'),
    });
    expect(find('metrics')).toMatchObject({
      finding: 'problem',
      sentence: expect.stringContaining('answers 401 to METRICS_TOKEN'),
    });
    expect(find('site.proxy')).toMatchObject({
      finding: 'warning',
      sentence: expect.stringContaining('TRUST_PROXY is 1'),
    });
    expect(find('site.page')).toMatchObject({
      finding: 'problem',
      sentence: expect.stringContaining(`its address: ${site.url}`),
      advice: expect.stringContaining('npm run publish -- --all'),
    });
    expect(find('database.connections')).toMatchObject({
      finding: 'warning',
      sentence: expect.stringMatching(
        /^PostgreSQL allows 197 connections, and 1 process .* 227\.$/,
      ),
      advice: expect.stringMatching(/max_connections to 247 .*DATABASE_POOL \(now 200\)/),
    });
    expect(find('database.replica')).toMatchObject({
      finding: 'warning',
      sentence: expect.stringContaining('is not a standby'),
    });
    expect(find('bucket').finding).toBe('ok');
    expect(find('bucket.pages').finding).toBe('ok');
    expect(find('folder.uploads').finding).toBe('skipped');
  });
});

describe('[ops] an operator whose proxy is broken', () => {
  test('learns that it isn’t trusted and sends pages uncompressed', async () => {
    const proxy = await listen(async (request, response) => {
      const answer = await fetch(site.url + request.url);
      const type = answer.headers.get('content-type') ?? '';
      response
        .writeHead(answer.status, { 'content-type': type, via: '1.1 proxy.example' })
        .end(await answer.text());
    });
    const { find } = await runDoctor({ ...settings(), SITE_URL: `http://127.0.0.1:${proxy}` });
    expect(find('site').finding).toBe('ok');
    expect(find('site.proxy')).toMatchObject({
      finding: 'problem',
      sentence: expect.stringMatching(/\(via: 1\.1 proxy\.example\), but TRUST_PROXY is 0/),
      advice: expect.stringContaining('number of proxies'),
    });
    expect(find('site.compression')).toMatchObject({
      finding: 'warning',
      sentence: 'Pages are sent uncompressed.',
    });
    expect(find('site.cdn')).toMatchObject({
      finding: 'warning',
      sentence: expect.stringContaining('CDN is cloudflare, but pages are sent as with CDN=none'),
    });
  });

  test.for([
    ['none', 'may store pages for a day, but the forum’s CDN is none'],
    ['fastly', 'the keys of cloudflare, but the forum’s CDN is fastly'],
  ] as const)('learns that its CDN differs from the forum’s, which is %s', async ([cdn, said]) => {
    const { find } = await runDoctor({ ...settings(), CDN: cdn });
    expect(find('site.cdn')).toMatchObject({
      finding: 'problem',
      sentence: expect.stringContaining(said),
      advice: expect.stringContaining('the same CDN'),
    });
  });

  test('learns that it doesn’t reach the forum, or leads to another address; and of a provider with another name', async () => {
    const gateway = await listen((_request, response) => response.writeHead(502).end());
    const moved = await listen((_request, response) =>
      response.writeHead(301, { location: 'https://www.forum.example/' }).end(),
    );
    provider.other.metadata = { issuer: 'https://id.example' };
    const [behind, led] = await Promise.all(
      [gateway, moved].map((port) =>
        runDoctor({ ...settings(), SITE_URL: `http://127.0.0.1:${port}` }),
      ),
    );
    provider.reset();
    expect(behind?.find('site')).toMatchObject({
      finding: 'problem',
      sentence: expect.stringMatching(/^The proxy at .* answers 502 Bad Gateway/),
    });
    expect(led?.find('site')).toMatchObject({
      finding: 'problem',
      sentence: expect.stringContaining('redirects to https://www.forum.example.'),
    });
    expect(led?.find('provider')).toMatchObject({
      finding: 'problem',
      sentence: 'The identity provider calls itself “https://id.example”.',
      advice: 'Set OIDC_ISSUER to exactly that.',
    });
  });

  test('learns that a certificate expires soon, and that it isn’t trusted', async () => {
    const { port, validTo, certificate } = await startTlsServer(5);
    const env = { ...settings(), OIDC_ISSUER: `https://localhost:${port}` };
    const [trusting, other] = await Promise.all([
      runDoctor({ ...env, NODE_EXTRA_CA_CERTS: certificate }),
      runDoctor({ ...env, SITE_URL: `https://localhost:${port}` }),
    ]);
    const day = validTo.toISOString().slice(0, 10);
    expect(trusting.find('provider.certificate')).toMatchObject({
      finding: 'warning',
      sentence: `The certificate of localhost:${port} expires on ${day}, in 4 days.`,
    });
    expect(other.find('provider.certificate')).toMatchObject({
      finding: 'problem',
      sentence: expect.stringContaining('not trusted by this machine'),
    });
    expect(other.find('site.certificate').finding).toBe('problem');
  });
});

test('[ops] a program reads the checks, the findings and the remedies', async () => {
  const { told } = await runDoctor(settings(), [...DURABILITY_CHECKS, ...DISK_SPACE_CHECKS]);
  expect(told.ok).toBe(true);
  const kinds = ['ok', 'warning', 'problem', 'skipped'];
  expect(told.counts).toMatchObject({ warning: 0, problem: 0 });
  expect(Object.keys(told.counts)).toEqual([...kinds, 'ignored']);
  expect(told.findings.length).toBeGreaterThan(30);
  for (const { id, checked, finding, sentence, advice, ignored } of told.findings) {
    expect(id).toMatch(/^[a-z]+(\.[a-z_]+)?$/);
    expect(checked).not.toBe('');
    expect(kinds).toContain(finding);
    expect(sentence, id).toMatch(/\S/);
    expect(advice !== '', id).toBe(finding === 'warning' || finding === 'problem');
    expect(ignored).toBe([...DURABILITY_CHECKS, ...DISK_SPACE_CHECKS].includes(id));
  }
  const ids = told.findings.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
});
