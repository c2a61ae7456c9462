import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import {
  accessibilityProblems,
  colourProblems,
  expectSoon,
  login,
  PHONES,
  test,
} from '../support/browser.ts';
import { member } from '../support/factories.ts';
import { readLayoutShifts, watchLayoutShifts } from '../support/layout-shifts.ts';
import { startSite } from '../support/test-site.ts';

/* The welcome of new members (R35): offered on the home page, with a page of its own. */

const site = await startSite();

async function newMember(): Promise<number> {
  const id = await member(site.db, { nickname: `新人${Date.now() % 100_000}` });
  await site.db.execute(sql`update "user" set created_at = now() where id = ${id}`);
  return id;
}

test('[R35, R42] a new member goes from the home page to the guide, which reads well in both themes, and isn’t offered it again', async ({
  page,
}) => {
  await login(page, site, await newMember());
  await watchLayoutShifts(page);
  await page.goto(`${site.url}/zh`);
  const card = page.getByRole('complementary', { name: /^欢迎加入，/ });
  await card.waitFor();
  expect(await readLayoutShifts(page)).toEqual([]);
  expect(await accessibilityProblems(page)).toEqual([]);
  const closed = page.waitForResponse((response) => response.url().endsWith('/v1/user/info'));
  await card.getByRole('link', { name: '查看新手指南' }).click();
  const guide = page.locator('.guide');
  const level = guide.getByRole('progressbar', { name: /^你现在是 Lv 1 铅笔，0 积分$/ });
  await expectSoon(async () => [
    await level.getAttribute('value'),
    await level.getAttribute('max'),
  ]).toEqual(['0', '200']);
  await guide.getByText('再得 200 积分升到下一级').waitFor();
  await guide.getByText(/注册不满 24 小时，或发帖不足 3 个/).waitFor();
  const links = guide.getByRole('region', { name: '值得先读的主题' }).locator('.subject');
  await expectSoon(() => links.count()).toBe(3);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colourProblems(page)).toEqual([]);
  await closed;
  await page.goto(`${site.url}/zh`);
  await page.locator('.account .me .av').waitFor();
  await expectSoon(() => page.locator('.welcome-card').count()).toBe(0);
});

test('[R35, R42] on a phone the offer is above the tabs, large enough for a thumb, and closed for good', async ({
  open,
}) => {
  const page = await open({ ...PHONES[0], language: 'en' });
  await login(page, site, await newMember());
  await page.goto(`${site.url}/phone/en`);
  const card = page.getByRole('complementary', { name: /^Welcome, / });
  await card.waitFor();
  const bottom = await card.evaluate((element) => element.getBoundingClientRect().bottom);
  const tabs = await page
    .locator('.tabbar')
    .evaluate((element) => element.getBoundingClientRect().top);
  expect(bottom).toBeLessThan(tabs);
  for (const target of await card.locator('a, button').all())
    await expectSoon(async () => (await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const saved = page.waitForResponse((response) => response.url().endsWith('/v1/user/info'));
  await card.getByRole('button', { name: 'Don’t show again' }).click();
  await card.waitFor({ state: 'detached' });
  await saved;
  await page.goto(`${site.url}/phone/en/me`);
  await page.getByRole('link', { name: 'Getting started' }).click();
  await page.getByRole('heading', { name: 'Levels' }).waitFor();
  await page.getByText('Blurry text on external 4K screen').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('[R35] nobody else loads anything of it', async ({ page }) => {
  await login(page, site, await member(site.db));
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  await page.goto(`${site.url}/zh`);
  await page.locator('.account .me .av').waitFor();
  expect(files.filter((file) => /welcome/i.test(file))).toEqual([]);
});
