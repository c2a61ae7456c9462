import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import { userIdOf } from '../../scripts/seed/people.ts';
import { startDemoCopy } from '../support/demo-copy.ts';
import { isNginxMissing, startNginx } from '../support/nginx.ts';
import { CACHED_PAGES, pageLanguage } from '../support/nginx-pages.ts';
import { testProxyAnswers } from '../support/proxy-answers.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startRecordingServer } from '../support/recording-server.ts';
import { startTcpRelay } from '../support/tcp-relay.ts';
import { demoDatabase } from '../support/test-database.ts';
import { startSite, temporaryFolder } from '../support/test-site.ts';

/* The published folder behind a real nginx with scripts/deploy/nginx.conf. */
const missing = isNginxMissing();
describe.skipIf(missing)('[R39] behind nginx', async () => {
  // Vitest runs the body of a skipped suite, too.
  if (missing) return void test('is left out', () => expect.unreachable());
  const folder = temporaryFolder('nginx');
  // A database server of its own, because the test kills it.
  const demo = await demoDatabase();
  let database = await startDemoCopy(demo, join(folder, 'own'));
  afterAll(() => database.stop());
  const relay = await startTcpRelay(database.url);
  const site = await startSite({
    databaseUrl: relay.through(database.url),
    mayComplain: true,
    env: { TRUST_PROXY: '1' },
  });
  const uploadsDir = join(site.dataDir, 'uploads');
  const nginx = await startNginx(join(folder, 'nginx'), {
    app: `127.0.0.1:${site.port}`,
    siteDir: site.siteDir,
    uploadsDir,
  });
  const recorder = await startRecordingServer();
  afterAll(() => recorder.close());
  const echo = await startNginx(join(folder, 'echo'), {
    app: `127.0.0.1:${recorder.port}`,
    siteDir: site.siteDir,
    uploadsDir,
  });
  testProxyAnswers({ site, uploadsDir, proxy: nginx, echo, recorder });

  test('a page that is removed between nginx’s check and its read is answered by our server', async () => {
    const file = join(site.siteDir, `zh/user/${userIdOf('dabao')}/index.html.br`);
    mkdirSync(dirname(file), { recursive: true });
    expect(spawnSync('mkfifo', [file]).status).toBe(0); // it is there, and can't be read
    const request = () =>
      rawRequest(`${nginx.url}/zh/user/${userIdOf('dabao')}`, {
        headers: { 'accept-encoding': 'br' },
      });
    const answer = await request();
    expect([answer.status, pageLanguage(answer)]).toEqual([200, 'zh-CN']);
    expect((await request()).headers['content-encoding'], 'the page stands now').toBe('br');
  });

  test('[R39] no page is lost while the database is killed and started again, and pending posts are published then', async () => {
    const standing = () =>
      (readdirSync(site.siteDir, { recursive: true }) as string[])
        .filter((name) => name.endsWith('index.html'))
        .sort();
    const order = (subject: string) =>
      site.db.execute(
        sql`
          with changed as (
            update thread
            set subject = ${subject}
            where id = 1
          )
          insert into invalidation (tag, urgency)
          select unnest(array['t:1', 'l:0:latest', 'f:1', 'forums', 'u:10001']), 2`,
      );
    const before = standing();
    const answers: [string, number][] = [];
    let watching = true;
    const watched = (async () => {
      while (watching)
        for (const path of [...CACHED_PAGES, '/zh/forums', '/phone/en/post/1'])
          for (const { url } of [nginx, site])
            answers.push([url + path, (await rawRequest(url + path)).status]);
    })();
    const lost: string[] = [];
    for (const round of [1, 2]) {
      await order(`第${round}次改名`);
      await site.db.execute(sql`select pg_notify('invalidation', '2')`);
      process.kill(
        Number(readFileSync(join(folder, 'own/postgres/postmaster.pid'), 'utf8').split('\n')[0]),
        'SIGKILL',
      );
      const looked = answers.length;
      // twice all of them
      await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThan(looked + 32);
      const left = new Set(standing());
      lost.push(...before.filter((name) => !left.has(name)));
      // PostgreSQL doesn't start until the processes of the killed one have exited.
      database = await vi.waitFor(() => startEmbeddedPostgres(join(folder, 'own')), {
        timeout: 30_000,
        interval: 100,
      });
      relay.setTarget(database.url);
      await expect
        .poll(() => readFileSync(join(site.siteDir, 'phone/en/post/1/index.html'), 'utf8'), {
          timeout: 60_000,
        })
        .toContain(`第${round}次改名`);
    }
    watching = false;
    await watched;
    expect(lost).toEqual([]);
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
    expect(before.filter((name) => !standing().includes(name))).toEqual([]);
  }, 180_000);
});
