import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, expect } from 'vitest';
import { expectSoon, login, type PageOptions, PHONES, test } from '../support/browser.ts';
import type { FoundThread } from '../support/find-thread.ts';
import { findOpenThread, MEMBER, replyTextbox } from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';

/*
 * What is clicked before a page's scripts are there: it shows at once, and
 * nothing is lost.
 */

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
const islandsStand = (page: Page) => page.locator('.account .me .av').waitFor();

/**
 * Opens the thread with those of its scripts held back whose address is meant; gives what lets them
 * come.
 */
async function openHeld(page: Page, scripts: RegExp, area = ''): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(address(area), { waitUntil: 'commit' });
  return resolve;
}

const ALL = /\/assets\/build\/[^/]+\.js$/;
/** What the page's own script fetches for members. */
const ISLANDS = /\/assets\/build\/(react|islands|thread)\.[^/]+\.js$/;

for (const [held, scripts] of [
  ['any script of the page', ALL],
  ['the islands', ISLANDS],
] as const)
  test(`[R25] a like that is clicked before ${held} came shows at once, and is kept`, async ({
    page,
  }) => {
    await site.db.execute(
      sql`delete from thread_like where thread_id = ${thread.id} and user_id = ${MEMBER}`,
    );
    await login(page, site, MEMBER);
    const letCome = await openHeld(page, scripts);
    if (scripts === ISLANDS) await page.waitForLoadState();
    await like(page).click();
    expect(await like(page).getAttribute('aria-pressed')).toBe('true');
    await like(page).click(); // who clicks again, as nothing else moves yet, doesn't take it back
    expect(await like(page).getAttribute('aria-pressed')).toBe('true');
    expect(await likes()).toBe(0);
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/v1/thread/up'));
    letCome();
    expect((await asked).status()).toBe(200);
    expect(await like(page).getAttribute('aria-pressed')).toBe('true');
    expect(await likes()).toBe(1);
  });

test('[R24, R25] every button that was clicked before the page’s script does what it says, once', async ({
  page,
}) => {
  for (const table of ['draft', 'thread_favourite'])
    await site.db.execute(sql`delete from ${sql.identifier(table)} where user_id = ${MEMBER}`);
  await login(page, site, MEMBER);
  const letCome = await openHeld(page, ALL);
  await page.locator('.post [data-act="favourite"]').click();
  await page.locator('[data-act="theme"]').click();
  await page.locator('[data-act="compose"]').click();
  const asked = page.waitForResponse((response) =>
    response.url().endsWith('/api/v1/thread/favorite'),
  );
  letCome();
  expect(await (await asked).json()).toMatchObject({ data: { is_favorite: true } });
  await replyTextbox(page).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});

test('[R18] a visitor’s click before the page’s script says PleaseLogin, and never looks like a like', async ({
  page,
}) => {
  const letCome = await openHeld(page, ALL);
  await like(page).click();
  expect(await like(page).getAttribute('aria-pressed')).toBe('false');
  letCome();
  await expectSoon(() => page.locator('.toast p').textContent()).toBe('请先登录');
  expect(await like(page).getAttribute('aria-pressed')).toBe('false');
});

test.for<[string, RegExp, string, PageOptions]>([
  ['a desktop, before any script of the page came', ALL, '', {}],
  ['a desktop, before the islands came', ISLANDS, '', {}],
  ['a phone, before any script of the page came', ALL, '/phone', PHONES[0]],
  ['a phone, before the islands came', ISLANDS, '/phone', PHONES[0]],
])(
  '[R34] a visitor’s first press on share, on %s, opens what shares the thread',
  async ([, scripts, area, options], { open }) => {
    const page = await open(options);
    const letCome = await openHeld(page, scripts, area);
    if (scripts === ISLANDS) await page.waitForLoadState();
    const share = page.locator('[data-act="share"]');
    await (options.hasTouch ? share.tap() : share.click());
    letCome();
    const link = page
      .getByRole('dialog', { name: '分享这个主题' })
      .getByRole('textbox', { name: '链接' });
    await link.waitFor();
    expect(await link.inputValue()).toBe(address());
  },
);

test('[R25] a like that is being pressed while the islands take over is kept', async ({ page }) => {
  await site.db.execute(
    sql`delete from thread_like where thread_id = ${thread.id} and user_id = ${MEMBER}`,
  );
  await login(page, site, MEMBER);
  const letCome = await openHeld(page, ISLANDS);
  await page.waitForLoadState();
  await like(page).hover();
  await page.mouse.down();
  const marks = page.waitForResponse(/\/api\/v1\/login\/is_login/);
  letCome();
  await marks;
  // Everything that they wait for is there: they would stand now.
  await page.waitForFunction(() =>
    ['i18n/zh.json', 'thread.', 'islands.'].every((part) =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes(part)),
    ),
  );
  await page.evaluate(
    () => new Promise((resolve) => void requestIdleCallback(() => requestIdleCallback(resolve))),
  );
  const asked = page.waitForResponse((response) => response.url().endsWith('/api/v1/thread/up'));
  await page.mouse.up();
  expect((await asked).status()).toBe(200);
  await islandsStand(page);
  expect(await like(page).getAttribute('aria-pressed')).toBe('true');
  expect(await likes()).toBe(1);
});
