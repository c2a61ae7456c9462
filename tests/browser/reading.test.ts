import { expect } from 'vitest';
import { test } from '../support/browser.ts';
import { startSite } from '../support/server.ts';

const site = await startSite();

test('[R39] home', async ({ page }) => {
  await page.goto(`${site.url}/zh`);
  expect(await page.title()).toBe('蓝图系统社区');
});
