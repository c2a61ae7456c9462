import { sql } from 'drizzle-orm';
import type { Page, Response } from 'playwright';
import { beforeAll, expect } from 'vitest';
import { expectSoon, login, type PageOptions, PHONES, test } from '../support/browser.ts';
import type { FoundThread } from '../support/find-thread.ts';
import { findOpenThread, MEMBER, replyTextbox } from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';

/* Clicks before a page's scripts have loaded: they show at once and take effect later. */

const site = await startSite();

let thread: FoundThread;

beforeAll(async () => {
  thread = await findOpenThread(
    site,
    sql`
      t.replies_cnt between 2 and 10
      and t.last_floor < 15
      and t.user_id <> ${MEMBER}
      and not exists (
        select
        from thread_like l
        where l.thread_id = t.id and l.user_id = ${MEMBER}
      )`,
  );
});

const address = (area = '') => `${site.url}${area}/zh/post/${thread.id}`;
const like = (page: Page) => page.locator('.post [data-act="like"]');
const likes = async () =>
  (
    await site.db.execute(
      sql`select 1 from thread_like where thread_id = ${thread.id} and user_id = ${MEMBER}`,
    )
  ).rows.length;
const answer = (page: Page, call: string): Promise<Response> =>
  page.waitForResponse((response) => response.url().endsWith(`/api/v1/thread/${call}`));
const takeLikeBack = () =>
  site.db.execute(
    sql`delete from thread_like where thread_id = ${thread.id} and user_id = ${MEMBER}`,
  );
const islandsStand = (page: Page) => page.locator('.account .me .av').waitFor();

/** Opens the thread and holds back scripts with matching addresses; resolves with their release. */
async function openHeld(page: Page, scripts: RegExp, area = ''): Promise<() => void> {
  await page.unrouteAll();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(address(area), { waitUntil: 'commit' });
  return resolve;
}

const ALL = /\/assets\/build\/[^/]+\.js$/;
/** Scripts that the page's own script loads for members. */
const ISLANDS = /\/assets\/build\/(react|islands|thread)\.[^/]+\.js$/;

/** Clicks "like" twice: a second click before the scripts have loaded doesn't undo the first. */
async function likeTwice(page: Page): Promise<void> {
  for (let times = 0; times < 2; times++) {
    await like(page).click();
    await expectSoon(() => like(page).getAttribute('aria-pressed')).toBe('true');
  }
  expect(await likes()).toBe(0);
}

test('[R24, R25] every button clicked before the page’s script takes effect once; a like shows at once, and is stored', async ({
  page,
}) => {
  await takeLikeBack();
  for (const table of ['draft', 'thread_favourite'])
    await site.db.execute(sql`delete from ${sql.identifier(table)} where user_id = ${MEMBER}`);
  await login(page, site, MEMBER);
  const letCome = await openHeld(page, ALL);
  await likeTwice(page);
  await page.locator('.post [data-act="favourite"]').click();
  await page.locator('[data-act="theme"]').click();
  await page.locator('[data-act="compose"]').click();
  const [liked, asked] = [answer(page, 'up'), answer(page, 'favorite')];
  letCome();
  expect((await liked).status()).toBe(200);
  expect(await (await asked).json()).toMatchObject({ data: { is_favorite: true } });
  await replyTextbox(page).waitFor();
  await expectSoon(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await expectSoon(() => like(page).getAttribute('aria-pressed')).toBe('true');
  expect(await likes()).toBe(1);
});

test('[R25] a like clicked before the islands have loaded shows at once, and is stored', async ({
  page,
}) => {
  await takeLikeBack();
  await login(page, site, MEMBER);
  const letCome = await openHeld(page, ISLANDS);
  await page.waitForLoadState();
  await likeTwice(page);
  const asked = answer(page, 'up');
  letCome();
  expect((await asked).status()).toBe(200);
  await expectSoon(() => like(page).getAttribute('aria-pressed')).toBe('true');
  expect(await likes()).toBe(1);
});

test('[R25] a like pressed while the islands take over is stored', async ({ page }) => {
  await takeLikeBack();
  await login(page, site, MEMBER);
  const letCome = await openHeld(page, ISLANDS);
  await page.waitForLoadState();
  await like(page).hover();
  await page.mouse.down();
  const marks = page.waitForResponse(/\/api\/v1\/login\/is_login/);
  letCome();
  await marks;
  // All scripts have loaded, so the islands could start.
  await page.waitForFunction(() =>
    ['i18n/zh.json', 'thread.', 'islands.'].every((part) =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes(part)),
    ),
  );
  await page.evaluate(
    () => new Promise((resolve) => void requestIdleCallback(() => requestIdleCallback(resolve))),
  );
  const kept = answer(page, 'up');
  await page.mouse.up();
  expect((await kept).status()).toBe(200);
  await islandsStand(page);
  await expectSoon(() => like(page).getAttribute('aria-pressed')).toBe('true');
  expect(await likes()).toBe(1);
});

test.for<[string, string, PageOptions]>([
  ['desktop', '', {}],
  ['phone', '/phone', PHONES[0]],
])(
  '[R34] a visitor’s first press on share, on a %s, opens the share dialog: before any script has loaded, and before the islands have',
  async ([, area, options], { open }) => {
    const page = await open(options);
    for (const scripts of [ALL, ISLANDS]) {
      const letCome = await openHeld(page, scripts, area);
      if (scripts === ISLANDS) await page.waitForLoadState();
      const share = page.locator('[data-act="share"]');
      await (options.hasTouch ? share.tap() : share.click());
      letCome();
      const link = page
        .getByRole('dialog', { name: '分享这个主题' })
        .getByRole('textbox', { name: '链接' });
      await link.waitFor();
      await expectSoon(() => link.inputValue()).toBe(address());
    }
  },
);

test('[R18] a visitor’s click before the page’s script says PleaseLogin, and never looks like a like', async ({
  page,
}) => {
  const letCome = await openHeld(page, ALL);
  await like(page).click();
  await expectSoon(() => like(page).getAttribute('aria-pressed')).toBe('false');
  letCome();
  await expectSoon(() => page.locator('.toast p').textContent()).toBe('登录后即可标记为有用');
  await expectSoon(() => like(page).getAttribute('aria-pressed')).toBe('false');
});
