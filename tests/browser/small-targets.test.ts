import { expect } from 'vitest';
import { openAdmin } from '../support/admin-session.ts';
import { login, smallTargets, test } from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { sharedSite } from '../support/test-site.ts';

const site = await sharedSite();

test.for([
  ['zh', '.rows'],
  ['zh/forum/1', '.rows'],
  [`zh/user/${PEOPLE.member}`, '.rows'],
  ['en/me/favourites', '.rows'],
  ['en/me/threads', '.rows'],
  ['phone/en/me/favourites', '.rows'],
])('[R42] no target in the list %s is below 24 pixels', async ([path, list], { page }) => {
  await login(page, site, PEOPLE.member);
  await page.goto(`${site.url}/${path}`);
  await page.locator(list as string).waitFor();
  expect(await smallTargets(page)).toEqual([]);
});

test('[R42] no target in the table of groups is below 24 pixels', async ({ page }) => {
  await openAdmin(page, site, '/groups');
  await page.locator('.rights thead a').first().waitFor();
  expect(await smallTargets(page)).toEqual([]);
});
