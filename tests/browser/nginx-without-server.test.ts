import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect } from 'vitest';
import { allowConsoleMessages, expectSoon, test } from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { isNginxMissing, startNginx } from '../support/nginx.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startSite, temporaryFolder } from '../support/test-site.ts';

/* A reader's visit while nginx runs and the server doesn't; see also tests/api/nginx.test.ts. */

const missing = isNginxMissing();

describe.skipIf(missing)('[R39] with the server dead', async () => {
  if (missing) return void test('is left out', () => expect.unreachable());
  const site = await startSite({ mayComplain: true });
  const nginx = await startNginx(temporaryFolder('offline'), {
    app: `127.0.0.1:${site.port}`,
    siteDir: site.siteDir,
    uploadsDir: join(site.dataDir, 'uploads'),
  });
  const thread = await findThread(site.db, sql`t.last_floor > 20 and t.forum_id = 1`);

  beforeAll(async () => {
    for (const lang of ['zh', 'en']) {
      for (const path of [
        '',
        '/forums',
        '/forum/1',
        `/post/${thread.id}`,
        `/post/${thread.id}/2`,
        '/error/500',
      ])
        expect((await rawRequest(`${site.url}/${lang}${path}`)).status).toBe(200);
    }
    await site.kill();
  });

  test('a visitor reads home, a forum and a thread to its end, in both languages, as if nothing were', async ({
    open,
    complaints,
  }) => {
    for (const [language, forums, forum, next] of [
      ['zh', '版块', /桌面与显示/, '下一页'],
      ['en', 'Forums', /Desktop & Display/, 'Next'],
    ] as const) {
      const page = await open({ language });
      await page.goto(nginx.url);
      await page.getByRole('banner').getByRole('link', { name: forums, exact: true }).click();
      await page.getByRole('main').getByRole('link', { name: forum }).first().click();
      await page.waitForURL(`${nginx.url}/${language}/forum/1`);
      await expectSoon(() => page.locator('li.row').count()).toBeGreaterThan(5);
      await page.goto(`${nginx.url}/${language}/post/${thread.id}`);
      await expectSoon(() => page.locator('.reply:not(.featured)').count()).toBe(20);
      await page.getByRole('link', { name: next }).first().click();
      await page.waitForURL(`${nginx.url}/${language}/post/${thread.id}/2`);
      await expectSoon(() => page.locator('.reply').count()).toBeGreaterThan(0);
      await expectSoon(() =>
        page.evaluate(() => getComputedStyle(document.body).fontFamily),
      ).not.toBe('');
    }
    // Only the request that counts the view fails.
    allowConsoleMessages(complaints, /status of 50[234] .*\/api\/v1\/(?:thread|forum)\/view/);
  });

  test('a page that nobody had asked for before says that it is away, and to come back', async ({
    page,
  }) => {
    const response = await page.goto(`${nginx.url}/zh/hot/7`);
    expect([response?.status(), response?.headers()['retry-after']]).toEqual([503, '10']);
    await expectSoon(() => page.locator('h1').innerText()).not.toBe('');
    expect(page.url()).toBe(`${nginx.url}/zh/hot/7`);
  });
});
