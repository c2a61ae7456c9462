import { expect } from 'vitest';
import { accessibilityProblems, expectSoon, login, test } from '../support/browser.ts';
import { member, thread } from '../support/factories.ts';
import { sharedSite } from '../support/test-site.ts';

const site = await sharedSite();
const HONOLULU = 'Pacific/Honolulu';

test('[R38] pages show times in the time zone that was chosen in this browser', async ({
  page,
}) => {
  const { id } = await thread(site.db, { replies: 1 });
  await login(page, site, await member(site.db));
  await page.goto(`${site.url}/zh/me/settings`);
  const display = page.getByRole('region', { name: '外观、时区和快捷键' });
  await display.getByLabel('时区').selectOption(HONOLULU);
  expect(await accessibilityProblems(page)).toEqual([]);
  await Promise.all([
    page.waitForEvent('load'),
    display.getByRole('button', { name: '保存' }).click(),
  ]);
  await expectSoon(() => display.getByLabel('时区').inputValue()).toBe(HONOLULU);

  await page.goto(`${site.url}/zh/post/${id}`);
  await page.locator('.account .me .av').waitFor();
  const time = page.locator('#replies time').first();
  const at = new Date((await time.getAttribute('datetime')) ?? '');
  const expected = new Intl.DateTimeFormat('sv-SE', {
    timeZone: HONOLULU,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at);
  await expectSoon(() => time.getAttribute('title')).toBe(expected);
});
