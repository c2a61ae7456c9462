import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createDb } from '#db/client.ts';
import { startDemoCopy } from '../support/demo-copy.ts';
import { isNginxMissing, startNginx } from '../support/nginx.ts';
import { comparableAnswer, findFile, KEPT_PAGES, pageLanguage } from '../support/nginx-pages.ts';
import { rawRequest } from '../support/raw-request.ts';
import { demoDatabase } from '../support/test-database.ts';
import { startSite, temporaryFolder } from '../support/test-site.ts';

/* The published folder behind a real nginx, after our server and its database were killed. */
const missing = isNginxMissing();
describe.skipIf(missing)('[R39] behind nginx, without our server and its database', async () => {
  // A suite that is left out is still read through.
  if (missing) return void test('is left out', () => expect.unreachable());
  const folder = temporaryFolder('nginx-alone');
  const database = await startDemoCopy(await demoDatabase(), join(folder, 'own'));
  afterAll(() => database.stop());
  const site = await startSite({ databaseUrl: database.url, mayComplain: true });
  const uploadsDir = join(site.dataDir, 'uploads');
  const nginx = await startNginx(join(folder, 'nginx'), {
    app: `127.0.0.1:${site.port}`,
    siteDir: site.siteDir,
    uploadsDir,
  });
  for (const path of [...KEPT_PAGES, '/zh/error/500', '/en/error/500'])
    expect((await rawRequest(site.url + path)).status, path).toBe(200);
  const asset = `/assets/build/${findFile(join(site.siteDir, 'assets/build'), /\.css$/)}`;
  const upload = `/uploads/${findFile(uploadsDir, /\.\w+$/)}`;
  const readKeptPages = () =>
    Promise.all(
      KEPT_PAGES.map((path) =>
        rawRequest(nginx.url + path, { headers: { 'accept-encoding': 'br' } }),
      ),
    );
  const before = await readKeptPages();
  await site.kill();
  await database.stop();

  test('reading goes on in both languages', async () => {
    await expect(rawRequest(`${site.url}/zh`)).rejects.toThrow('ECONNREFUSED');
    await expect(
      createDb({ url: database.url, kind: 'maintenance', maxConnections: 1 }).$client.query(
        'select 1',
      ),
    ).rejects.toThrow('ECONNREFUSED');

    const after = await readKeptPages();
    expect(after.map(comparableAnswer)).toEqual(before.map(comparableAnswer));
    expect(after.map(pageLanguage)).toEqual(['zh-CN', 'en', 'zh-CN', 'en', 'zh-CN', 'en']);
    for (const path of ['/', '/post/1'])
      expect(
        (await rawRequest(nginx.url + path, { headers: { cookie: 'language=en' } })).status,
      ).toBe(200);
    for (const path of [asset, upload])
      expect((await rawRequest(nginx.url + path)).status).toBe(200);
  });

  test('[R2] what needs our server says that it is away, in the reader’s language', async () => {
    for (const [path, headers, lang] of [
      ['/en/post/999999', {}, 'en'],
      ['/zh/post/999999', {}, 'zh-CN'],
      ['/nothing', { 'accept-language': 'en' }, 'en'],
    ] as [string, Record<string, string>, string][]) {
      const answer = await rawRequest(nginx.url + path, {
        headers: { ...headers, 'accept-encoding': 'br' },
      });
      expect([answer.status, pageLanguage(answer)]).toEqual([503, lang]);
      expect(answer.headers).toMatchObject({
        'retry-after': '10',
        'cache-control': 'private, no-cache',
        'content-type': 'text/html; charset=utf-8',
        'x-frame-options': 'SAMEORIGIN',
      });
    }
    const call = await rawRequest(`${nginx.url}/api/v1/login/is_login`);
    expect([call.status, JSON.parse(call.body.toString())]).toEqual([
      503,
      expect.objectContaining({ code: 503, err_code: 'unavailable' }),
    ]);
    expect(call.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
  });
});
