import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, expect } from 'vitest';
import { accessibilityProblems, expectSoon, login, PHONES, test } from '../support/browser.ts';
import { thread as makeThread, member } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

const site = await startSite();
let thread: number;
let author: number;

beforeAll(async () => {
  author = await member(site.db, { nickname: '名片主人' });
  thread = (await makeThread(site.db, { replies: 1, replier: author })).id;
});

const address = (area = '') => `${site.url}${area}/zh/post/${thread}`;
const name = (page: Page) => page.locator('.reply .name').first();
const card = (page: Page) => page.getByRole('dialog', { name: '名片主人' });
async function openAsMember(page: Page): Promise<void> {
  await login(page, site, PEOPLE.member);
  await page.goto(address());
  await page.locator('.account .me .av').waitFor();
}

test('[R35, R39] a visitor who hovers over a name sees the card, without actions', async ({
  page,
}) => {
  await page.goto(address());
  await name(page).hover();
  await card(page).waitFor();
  await expectSoon(() => card(page).getByRole('button').count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('[R42] a pointer can move into the card; it closes when the pointer leaves both', async ({
  page,
}) => {
  await openAsMember(page);
  await page.locator('.reply > .av').first().hover();
  await card(page).waitFor();
  await card(page).getByRole('button', { name: '关注' }).hover();
  await card(page).getByRole('button', { name: '关注' }).click();
  await card(page).getByRole('button', { name: '已关注' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.mouse.move(1, 1);
  await expectSoon(() => card(page).count()).toBe(0);
});

test('[R42] the keyboard opens the card, walks through it, and closes it by Escape', async ({
  page,
}) => {
  await openAsMember(page);
  await name(page).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await card(page).waitFor();
  await page.keyboard.press('Tab');
  await expectSoon(() => card(page).evaluate((one) => one.contains(document.activeElement))).toBe(
    true,
  );
  await page.keyboard.press('Escape');
  await expectSoon(() => card(page).count()).toBe(0);
  await expectSoon(() => name(page).evaluate((one) => one === document.activeElement)).toBe(true);
});

test('[R42, R12] a long press opens the card as a sheet on phones, and Back closes it', async ({
  open,
}) => {
  const page = await open(PHONES[1]);
  await login(page, site, PEOPLE.member);
  await page.goto(address('/phone'));
  await page.locator('.comments, [data-act="bookmark"], .more-acts').first().waitFor();
  await name(page).scrollIntoViewIfNeeded();
  const box = await name(page).boundingBox();
  const touchPoints = [{ x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 10 }];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await card(page).waitFor();
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expectSoon(() => card(page).getByRole('button', { name: '拉黑' }).isVisible()).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goBack();
  await expectSoon(() => card(page).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe(`/phone/zh/post/${thread}`);
});

test('[R35] a user who has deleted their account has no card', async ({ page }) => {
  await site.db.execute(
    sql`update "user" set username = ${`former-member-${author}`} where id = ${author}`,
  );
  await page.goto(address());
  const answered = page.waitForResponse((response) => response.url().includes('/v1/user/info'));
  await name(page).hover();
  await answered;
  await expectSoon(() => page.locator('link[href*="user-card"]').count()).toBeGreaterThan(0);
  await expectSoon(() => card(page).count()).toBe(0);
});
