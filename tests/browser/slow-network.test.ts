import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { withTimeout } from '#platform/timeout.ts';
import { loginAsAdmin } from '../support/admin-session.ts';
import { expectSoon, login, PHONES, test } from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { readLayoutShifts, watchLayoutShifts } from '../support/layout-shifts.ts';
import { PEOPLE } from '../support/people.ts';
import { startSlowProxy } from '../support/slow-proxy.ts';
import { startSite } from '../support/test-site.ts';

/* Slow pages are drawn in parts that don't move; navigation needs the page's first data. */

const site = await startSite();
const ME = PEOPLE.member;
/** A member of the demo community without private messages with ME. */
const OTHER = PEOPLE.otherMember;
const { id } = await findThread(site.db, sql`exists (select from poll where thread_id = t.id)`);
const long = await findThread(site.db, sql`t.last_floor > 45`);

const PAGES = [
  '/zh',
  '/en',
  '/en/forum/1',
  `/zh/post/${id}`,
  `/en/post/${long.id}`,
  '/en/forums',
  `/zh/user/${OTHER}`,
];
const PHONE_PAGES = [
  '/phone/zh',
  '/phone/en/forum/1',
  `/phone/zh/post/${id}`,
  `/phone/en/post/${long.id}`,
  '/phone/en/me',
];

test('[R42] nothing on a page moves while it comes piece by piece, for visitors and members, on wide screens and phones', async ({
  open,
}) => {
  const windows = [undefined, ME].flatMap((userId) => [
    { userId, look: {}, paths: PAGES },
    { userId, look: PHONES[0], paths: PHONE_PAGES },
  ]);
  // Each window has its own slow connection, so that all can wait in parallel.
  const shifts = await Promise.all(
    windows.map(async ({ userId, look, paths }) => {
      const line = await startSlowProxy(site.url, 900);
      // published times use the community's time zone
      const page = await open({ ...look, timezoneId: 'America/New_York' });
      // Draws each piece before the next one arrives. While the window leaves the previous page,
      // nothing is drawn.
      line.between = () =>
        withTimeout(
          2_000,
          page.evaluate(
            () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
          ),
        ).catch(() => {});
      if (userId) await login(page, { ...site, url: line.url }, userId);
      await watchLayoutShifts(page);
      const moved: string[] = [];
      for (const path of paths) {
        await page.goto(line.url + path);
        for (const shift of await readLayoutShifts(page, { whileParsing: true }))
          moved.push(`${userId ? 'a member' : 'a visitor'}, ${path}: ${shift}`);
      }
      return moved;
    }),
  );
  expect(shifts.flat()).toEqual([]);
});

/** Holds back replies to calls of `path`; records the screen's requests for data and scripts. */
async function holdBack(
  page: Page,
  path: string,
  isContent: (path: string) => boolean,
): Promise<{ calls: string[]; asked: Promise<unknown>; release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (isContent(pathname)) calls.push(pathname);
  });
  await page.route(`${site.url}${path}`, async (route) => {
    await promise;
    await route.continue();
  });
  return { calls, asked: page.waitForRequest(`${site.url}${path}`), release: resolve };
}

/** Resolves after the page has handled its pending events. */
const settle = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
  );

test('[R5] in the admin area navigation and data requests start once the login is known', async ({
  page,
}) => {
  await loginAsAdmin(page, site);
  const { calls, asked, release } = await holdBack(
    page,
    '/api/v2/admin/me',
    (path) => path.startsWith('/api/v2/admin/') && path !== '/api/v2/admin/me',
  );
  await page.goto(`${site.url}/bbs-admin/words`);
  await asked;
  await page.keyboard.press('g');
  await page.keyboard.press('2');
  await settle(page);
  expect(new URL(page.url()).pathname).toBe('/bbs-admin/words');
  expect(calls).toEqual([]);
  await expectSoon(() => page.locator('a:visible').count()).toBe(0);
  release();
  await page.getByRole('heading', { name: '敏感词', level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('1');
  await page.waitForURL(`${site.url}/bbs-admin`);
});

test('[R5] on a member’s page navigation and data requests start once the reader is known', async ({
  page,
}) => {
  await login(page, site, ME);
  const { calls, asked, release } = await holdBack(page, '/api/v1/login/is_login', (path) =>
    /^\/api\/v1\/user\/letter|\/Letters\.[^/]+\.js$/.test(path),
  );
  await page.goto(`${site.url}/zh/me/letters?with=${OTHER}`);
  await asked;
  const content = page.locator('[data-client-page]');
  // drawn together with all islands of the page
  await page.locator('.toasts').waitFor({ state: 'attached' });
  await expectSoon(() => content.locator('.bones').count()).toBe(1);
  await settle(page);
  expect(calls).toEqual([]);
  await expectSoon(() => content.locator('a:visible, button:visible').count()).toBe(0);
  // both arrive before the test ends: the site's end aborts none
  const replies = ['/api/v1/user/letter', '/api/v1/user/letter/list'].map((path) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === path),
  );
  release();
  await Promise.all(replies);
  await page.getByRole('region', { name: '私信内容' }).getByRole('heading').waitFor();
  expect(calls).toContainEqual(expect.stringMatching(/\/Letters\..*js$/));
  expect(calls).toContain('/api/v1/user/letter');
});
