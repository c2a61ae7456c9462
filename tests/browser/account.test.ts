import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  login,
  test,
} from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

const site = await startSite();
const MEMBER = PEOPLE.member;

const NICKNAME = '林间小路';

const header = (page: Page) => page.getByRole('banner');
const avatar = (page: Page) => header(page).getByRole('button', { name: `${NICKNAME} 的账号菜单` });

test('[R17] a visitor logs in at the provider, comes back to the page, and logs out; a session that has ended elsewhere leaves the way to log in', async ({
  page,
}) => {
  await page.goto(`${site.url}/zh/forums`);
  await header(page).getByRole('link', { name: '登录' }).click();
  await page.getByRole('button', { name: new RegExp(NICKNAME) }).click();
  await page.waitForURL(`${site.url}/zh/forums`);
  await avatar(page).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await header(page).getByRole('link', { name: '登录' }).waitFor();
  await expectSoon(() => page.url()).toBe(`${site.url}/zh/forums`);
  const names = (await page.context().cookies(site.url)).map(({ name }) => name);
  expect(names).not.toContain('bbs');
  expect(names).not.toContain('member');
  await expectSoon(() => page.evaluate(() => sessionStorage.getItem('account'))).toBeNull();
  await page.context().addCookies([{ name: 'member', value: '1', url: site.url }]);
  await page.goto(`${site.url}/zh/forums`);
  await header(page).getByRole('link', { name: '登录' }).waitFor();
});

test('[R17, R30] one login check serves several pages; the bell counts unread notifications', async ({
  page,
}) => {
  await login(page, site, MEMBER);
  await site.db.execute(sql`update notification set read_at = now() where user_id = ${MEMBER}`);
  await site.db.execute(
    sql`
      insert into notification (user_id, category, kind)
      select ${MEMBER}, 3, 'system'
      from generate_series(1, 3)`,
  );
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('is_login') && asked.push(request.url()));
  for (const path of ['/zh/forums', '/zh', '/zh/forums']) {
    await page.goto(site.url + path);
    await avatar(page).waitFor();
  }
  expect(asked).toHaveLength(1);
  await header(page).getByRole('link', { name: '通知和私信，3 条未读' }).waitFor();
});

test('[R42] the menu of the account opens, is navigated and closes by keyboard only, accessibly, in both languages, light and dark, wide and narrow', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/forums`);
  await avatar(page).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  expect(await accessibilityProblems(page), 'Chinese, light, wide').toEqual([]);
  await page.keyboard.press('ArrowDown');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expectSoon(focused).toBe('个人主页');
  await page.keyboard.press('End');
  await expectSoon(focused).toBe('退出登录');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await expectSoon(() => avatar(page).evaluate((button) => button === document.activeElement)).toBe(
    true,
  );
  // Once more, now that the menu has loaded.
  await page.keyboard.press('ArrowDown');
  await expectSoon(focused).toBe('个人主页');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.url}/zh/user/${MEMBER}`);

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1000, height: 900 });
  await page.goto(`${site.url}/en/forums`);
  await header(page).locator('.me').click();
  await page.getByRole('menu').waitFor();
  expect(await accessibilityProblems(page), 'English, dark, narrow').toEqual([]);
});

test('[R18] while the server is unavailable the header reserves the member’s area, and fills it afterwards', async ({
  page,
  complaints,
}) => {
  await login(page, site, MEMBER);
  await page.route('**/api/**', (route) => route.abort());
  await page.goto(`${site.url}/zh/forums`);
  await header(page).locator('.me.bone').waitFor();
  await expectSoon(() => header(page).getByRole('link', { name: '登录' }).count()).toBe(0);
  await page.unroute('**/api/**');
  await avatar(page).waitFor();
  await expectConsoleMessages(complaints, /net::ERR_FAILED .*\/api\/v1\/login\/is_login/);
});
