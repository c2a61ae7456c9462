import type { Page } from 'playwright';
import { expect } from 'vitest';
import { accessibilityProblems, expectSoon, test } from '../support/browser.ts';
import { startSite } from '../support/test-site.ts';

/* Keyboard shortcuts of desktop pages (R42). A visitor's page loads their script on demand. */

const site = await startSite();

const titles = (page: Page) => page.locator('main li a.subject');
/** Index of the focused title among the page's titles; -1 for none. */
const focused = (page: Page) =>
  titles(page).evaluateAll((links) => links.indexOf(document.activeElement as HTMLElement));
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('[R7, R42] J moves the focus to the next title of a list', async ({ page }) => {
  await page.goto(`${site.url}/zh`);
  await page.keyboard.press('j');
  await expectSoon(() => focused(page)).toBe(0);
  await page.keyboard.press('j');
  await expectSoon(() => focused(page)).toBe(1);
});

test('[R7, R42] K moves the focus back, and no further than the first title', async ({ page }) => {
  await page.goto(`${site.url}/en/forum/1`);
  await titles(page).nth(1).focus();
  await page.keyboard.press('k');
  await expectSoon(() => focused(page)).toBe(0);
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await expectSoon(() => focused(page)).toBe(1);
});

test('[R7, R42] Enter opens the title that J has reached', async ({ page }) => {
  await page.goto(`${site.url}/zh`);
  const href = await titles(page).first().getAttribute('href');
  await page.keyboard.press('j');
  await expectSoon(() => focused(page)).toBe(0);
  await page.keyboard.press('Enter');
  await page.waitForURL(site.url + href);
});

test('[R42] keys that are typed into a field move nothing', async ({ page }) => {
  await page.goto(`${site.url}/zh`);
  await page.keyboard.press('/');
  await page.keyboard.type('jk?');
  await expectSoon(() => page.getByRole('banner').getByRole('searchbox').inputValue()).toBe('jk?');
  await expectSoon(() => focused(page)).toBe(-1);
  await expectSoon(() => page.getByRole('dialog').count()).toBe(0);
});

for (const [lang, name, colorScheme] of [
  ['zh', '键盘快捷键', 'dark'],
  ['en', 'Keyboard shortcuts', 'light'],
] as const)
  test(`[R42] "?" opens an accessible list of the keys in ${lang}, which Escape closes`, async ({
    open,
  }) => {
    const page = await open({ language: lang, colorScheme });
    await page.goto(`${site.url}/${lang}`);
    await titles(page).first().focus();
    await page.keyboard.press('?');
    await dialog(page, name).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog(page, name).waitFor({ state: 'detached' });
    await expectSoon(() => focused(page)).toBe(0);
  });

test('[R42] single keys that were turned off do nothing after a reload', async ({ page }) => {
  await page.goto(`${site.url}/zh`);
  await page.keyboard.press('?');
  await dialog(page, '键盘快捷键').getByRole('checkbox').uncheck();
  await page.reload();
  for (const key of ['j', '/', '?']) await page.keyboard.press(key);
  await expectSoon(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await page.getByRole('contentinfo').getByRole('button', { name: '键盘快捷键' }).click();
  await dialog(page, '键盘快捷键').waitFor();
});
