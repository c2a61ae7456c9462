import { expect } from 'vitest';
import { accessibilityProblems, test } from '../support/browser.ts';
import { startSite } from '../support/test-site.ts';

/*
 * Searching where people show first that they are some (R31). Solving the captcha is tested with
 * the captcha.
 */

const site = await startSite({ env: { CAPTCHA_PROVIDER: 'builtin' } });

test('[R31, R32] who closes the captcha keeps the keyword, is told how to go on, and can', async ({
  page,
}) => {
  await page.goto(`${site.url}/zh/search?q=${encodeURIComponent('打印机')}`);
  const dialog = page.getByRole('dialog');
  await dialog.locator('.piece').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: '还没有完成验证' }).waitFor();
  expect(await dialog.count()).toBe(0);
  expect(await page.getByRole('main').getByRole('searchbox').inputValue()).toBe('打印机');
  expect(await page.locator('.hit').count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: '继续验证' }).click();
  // The device works for who doesn't slide; that takes it a moment.
  await dialog.getByRole('button', { name: '不方便拖动？换种方式' }).click();
  await page.locator('.hit').first().waitFor({ timeout: 40_000 });
  await page.getByRole('combobox', { name: '排序' }).selectOption('newest');
  await page.waitForURL(/sort=newest/);
  await page.locator('.hit').first().waitFor();
  expect(await dialog.count()).toBe(0);
});

test('[R31, R32] a search without a solved captcha is refused by the server, whatever the page does', async ({
  page,
}) => {
  const refused = await page.request.get(`${site.url}/api/v1/search?keyword=test`);
  expect([refused.status(), await refused.json()]).toEqual([
    200,
    expect.objectContaining({ code: 3, err_code: 'captcha' }),
  ]);
});
