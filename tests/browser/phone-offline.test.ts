import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { LANGS } from '#contracts/language.ts';
import {
  accessibilityProblems,
  allowConsoleMessages,
  expectSoon,
  login,
  PHONES,
  test,
} from '../support/browser.ts';
import { startCuttableProxy } from '../support/cuttable-proxy.ts';
import { findThread } from '../support/find-thread.ts';
import { PEOPLE } from '../support/people.ts';
import { openReplySheet, reloadReplySheet, replyField } from '../support/phone-reply-sheet.ts';
import { startSite } from '../support/test-site.ts';

/* The phone site as an installed app, and without a network. */

const line = await startCuttableProxy();
const site = await startSite({ env: { SITE_URL: line.url } });
line.setTarget(site.port);

const [small, wide] = PHONES;
const MEMBER = PEOPLE.member;
const OF_MEMBERS = 4;
const read = await findThread(site.db, sql`t.last_floor > 20 and not t.closed`);
const unread = await findThread(site.db, sql`t.last_floor between 1 and 10`);
const pictured = await findThread(
  site.db,
  sql`exists (select from post p where p.thread_id = t.id and p.floor = 0 and p.images_cnt > 0)`,
);
const of = (thread: { id: number }, lang = 'zh') => `/phone/${lang}/post/${thread.id}`;
let secret: { id: number };

beforeAll(async () => {
  await site.db.execute(sql`update forum set access = 'members' where id = ${OF_MEMBERS}`);
  const { rows } = await site.db.execute<{ id: number }>(
    sql`
      select id
      from thread
      where forum_id = ${OF_MEMBERS} and state = 'normal' and checked
      order by id
      limit 1`,
  );
  secret = rows[0] as { id: number };
});
beforeEach(() => line.resume());
/** Failed requests without a network are reported on the console. */
beforeEach<{ complaints: string[] }>(({ complaints }) =>
  allowConsoleMessages(
    complaints,
    /ERR_(EMPTY_RESPONSE|CONNECTION|FAILED|INCOMPLETE_CHUNKED_ENCODING)|Failed to fetch/,
  ),
);

/** All cached addresses of the site, as paths. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        found.push(new URL(url).pathname);
    return found;
  });
const visit = async (page: Page, path: string) => {
  await page.goto(line.url + path);
  await page.locator('main').waitFor();
};
/** Opens a page and waits until the worker controls and caches it. */
async function settle(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expectSoon(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe(
    'activated',
  );
  await expectSoon(() => kept(page)).toContain(path);
}
const mark = (page: Page) => page.locator('.as-of');

describe('[R1] the phone’s site as an app', () => {
  test('can be installed from its pages in both languages, by its name and its icons; the desktop’s pages offer no app', async ({
    open,
  }) => {
    const page = await open(small);
    await settle(page, '/phone/zh');
    const session = await page.context().newCDPSession(page);
    for (const lang of LANGS) {
      await visit(page, `/phone/${lang}`);
      const { data, errors } = await session.send('Page.getAppManifest');
      expect(errors).toEqual([]);
      const manifest = JSON.parse(data ?? '') as {
        name: string;
        start_url: string;
        icons: { src: string; sizes: string }[];
      };
      expect(manifest).toMatchObject({
        start_url: `/phone/${lang}`,
        scope: '/phone',
        display: 'standalone',
        lang: lang === 'zh' ? 'zh-CN' : 'en',
        name: lang === 'zh' ? '蓝图系统社区' : 'Lantu OS Community',
      });
      expect(
        (await session.send('Page.getInstallabilityErrors')).installabilityErrors.filter(
          ({ errorId }) => errorId !== 'in-incognito',
        ),
      ).toEqual([]);
      const apple = (await page
        .locator('link[rel=apple-touch-icon]')
        .getAttribute('href')) as string;
      for (const { src, sizes } of [...manifest.icons, { src: apple, sizes: '180x180' }]) {
        const response = await fetch(line.url + src);
        expect([src, response.status, response.headers.get('content-type')]).toEqual([
          src,
          200,
          'image/png',
        ]);
        const bytes = Buffer.from(await response.arrayBuffer());
        expect([src, `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`]).toEqual([src, sizes]);
      }
      expect(await (await fetch(`${line.url}/${lang}`)).text()).not.toMatch(
        /rel="manifest"|apple-touch-icon/,
      );
    }
  });
});

describe('[R39] without a network', () => {
  test.for(LANGS)(
    'a thread that was read is shown with its time, an unread one by a page that lists the cached ones, in %s',
    async (lang, { open }) => {
      const page = await open({
        ...small,
        language: lang,
        colorScheme: lang === 'zh' ? 'light' : 'dark',
      });
      await settle(page, of(read, lang));
      await settle(page, `/phone/${lang}`);
      await expectSoon(() => mark(page).count()).toBe(0);
      line.cut();
      await visit(page, of(read, lang));
      await expectSoon(() => mark(page).innerText()).toMatch(
        lang === 'zh' ? /^已离线 · 显示 \d\d:\d\d 的内容$/ : /^Offline · as of \d\d:\d\d$/,
      );
      await expectSoon(() => page.locator('.reply:not(.featured)').count()).toBe(20);
      await expectSoon(() =>
        page.evaluate(() => getComputedStyle(document.querySelector('.top') as Element).position),
      ).toBe('sticky');
      expect(await accessibilityProblems(page)).toEqual([]);
      await visit(page, '/phone');
      await mark(page).waitFor();

      await visit(page, of(unread, lang));
      await page
        .getByRole('heading', { level: 1, name: lang === 'zh' ? '没有网络' : 'No network' })
        .waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('main').getByRole('link', { name: read.subject }).click();
      await page.waitForURL(line.url + of(read, lang));
      await mark(page).waitFor();

      line.resume();
      await page.reload();
      await expectSoon(() => mark(page).count()).toBe(0);
    },
  );

  test('the very first page is cached too, with its pictures from the second time on; a list grows by pages that were read', async ({
    open,
  }) => {
    const page = await open(wide);
    await settle(page, of(pictured));
    await visit(page, of(pictured));
    const picture = page.locator('.post img[src^="/uploads/"]').first();
    await picture.scrollIntoViewIfNeeded();
    await expectSoon(async () =>
      (await kept(page)).some((path) => path.startsWith('/uploads/')),
    ).toBe(true);
    await settle(page, '/phone/zh');
    await page.locator('.turn').scrollIntoViewIfNeeded();
    await expectSoon(() => kept(page)).toContain('/phone/zh/latest/2');
    line.cut();
    await visit(page, of(pictured));
    await picture.scrollIntoViewIfNeeded();
    await expectSoon(() =>
      picture.evaluate((element: HTMLImageElement) => element.naturalWidth),
    ).toBeGreaterThan(0);
    await visit(page, '/phone/zh');
    const rows = page.locator('.row:not(.pinned)');
    const first = await rows.count();
    await page.locator('.turn').scrollIntoViewIfNeeded();
    await expectSoon(() => rows.count()).toBeGreaterThan(first);
  });

  test('a hanging network counts as none if the page is cached; a removed thread is cached only until its next request; at most the latest 60 pages are cached', async ({
    open,
  }) => {
    const page = await open(small);
    await settle(page, of(read));
    line.hold();
    await page.goto(line.url + of(read), { waitUntil: 'commit' });
    await mark(page).waitFor();
    line.resume();

    const thread = await findThread(site.db, sql`t.last_floor between 11 and 19`);
    await settle(page, of(thread));
    await site.db.execute(sql`update thread set state = 'deleted' where id = ${thread.id}`);
    rmSync(join(site.siteDir, of(thread)), { recursive: true, force: true });
    await page.goto(line.url + of(thread));
    await expectSoon(() => kept(page)).not.toContain(of(thread));
    await site.db.execute(sql`update thread set state = 'normal' where id = ${thread.id}`);

    await page.evaluate(async () => {
      const cache = await caches.open('phone-pages');
      for (let id = 1; id <= 70; id++)
        await cache.put(`/phone/zh/post/9000${id}`, new Response(''));
    });
    await settle(page, of(unread));
    const pages = (await kept(page)).filter((path) => /^\/phone\/zh\/(?!offline)/.test(path));
    expect(pages.length).toBe(60);
    expect(pages).toContain('/phone/zh/post/900070');
    expect(pages).not.toContain('/phone/zh/post/90001');
  });
});

describe('[R20, R27] a member’s phone', () => {
  test('caches nothing of /api and no private page, and clears read pages at logout', async ({
    open,
  }) => {
    const page = await open(small);
    await login(page, site, MEMBER);
    await settle(page, of(read));
    await visit(page, of(secret));
    await page.locator('.post').waitFor();
    await visit(page, '/phone/zh/me/messages');
    await page.locator('[data-client-page]').waitFor();
    await settle(page, of(unread));
    const paths = await kept(page);
    expect(paths.filter((path) => /^\/(api|admin|sso)/.test(path))).toEqual([]);
    expect(paths).not.toContain(of(secret));
    line.cut();
    await visit(page, of(secret));
    await page.getByRole('heading', { level: 1, name: '没有网络' }).waitFor();
    line.resume();
    await page.context().addCookies([{ name: 'site', value: 'desktop', url: line.url }]);
    await visit(page, '/zh');
    await page.locator('.account button.me').click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await expectSoon(() => page.context().cookies()).not.toContainEqual(
      expect.objectContaining({ name: 'member' }),
    );
    await page.locator('.top').getByRole('link', { name: '登录' }).waitFor();
    await visit(page, '/zh');
    expect((await kept(page)).filter((path) => /\/post\/|^\/uploads\//.test(path))).toEqual([]);
  });

  test('opens a draft on a cached page and continues it, and the server gets it later', async ({
    open,
  }) => {
    const page = await open(small);
    await login(page, site, MEMBER);
    await settle(page, of(read));
    await page.reload();
    const text = replyField(page);
    await openReplySheet(page);
    await text.fill('有网络时写的');
    await expectSoon(async () =>
      (
        await site.db.execute<{ message: string }>(
          sql`select body->>'message' as message from draft`,
        )
      ).rows
        .map(({ message }) => message)
        .join(),
    ).toContain('有网络时写的');
    line.cut();
    await reloadReplySheet(page);
    await mark(page).waitFor();
    await expect
      .poll(async () => (await text.inputValue().catch(() => text.innerText())).trim())
      .toBe('有网络时写的');
    await text.fill('没有网络时写的');
    await reloadReplySheet(page);
    await expect
      .poll(async () => (await text.inputValue().catch(() => text.innerText())).trim())
      .toBe('没有网络时写的');
    line.resume();
    await reloadReplySheet(page);
    await expectSoon(async () =>
      (
        await site.db.execute<{ message: string }>(
          sql`select body->>'message' as message from draft`,
        )
      ).rows
        .map(({ message }) => message)
        .join(),
    ).toContain('没有网络时写的');
  });
});

test('[R39] a new build’s worker replaces the former one at the next page, retains read pages and drops the rest', async ({
  open,
}) => {
  const page = await open(small);
  await settle(page, of(read));
  const shells = () =>
    page.evaluate(async () =>
      (await caches.keys()).filter((name) => name.startsWith('phone-shell-')),
    );
  const [before] = await shells();
  const build = (before as string).slice('phone-shell-'.length);
  expect(build).not.toBe('');
  const file = join(site.siteDir, 'phone-sw.js');
  const script = readFileSync(file, 'utf8');
  for (const ending of ['.br', '.gz']) rmSync(file + ending, { force: true });
  writeFileSync(file, script.replaceAll(build, 'newer'));
  await visit(page, '/phone/zh');
  await expectSoon(shells).toEqual(['phone-shell-newer']);
  expect(await kept(page)).toContain(of(read));
  line.cut();
  await visit(page, of(read));
  await mark(page).waitFor();
});
