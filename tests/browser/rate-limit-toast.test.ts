import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { expectComplaints, login, test } from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

/*
 * What is refused for being too much counts down where it was tried, or in the corner for what has
 * no place of its own.
 */

const site = await startSite();
const { id: thread } = await findThread(site.db, sql`not t.closed and t.replies_cnt > 2`);

test('[R18] a tip of a 429 counts its seconds down and goes away by itself when they are over', async ({
  page,
  complaints,
}) => {
  await page.clock.install();
  await login(page, site, PEOPLE.member);
  await page.goto(`${site.url}/zh/post/${thread}`);
  await page.locator('.account .me .av').waitFor();
  await page.route('**/api/v1/thread/up', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '20' },
      json: { code: 429, msg: '', err_code: 'tooMany' },
    }),
  );
  await page.locator('[data-act="like"]').first().click();
  const tip = page.locator('.toast');
  await expect
    .poll(() => tip.allTextContents(), { timeout: 10_000 })
    .toEqual([expect.stringMatching(/请 (20|19|18) 秒后再试/)]);
  await page.clock.runFor(10_000);
  await expect
    .poll(() => tip.allTextContents(), { timeout: 10_000 })
    .toEqual([expect.stringMatching(/请 (\d|10) 秒后再试/)]);
  await page.clock.runFor(11_000);
  await expect.poll(() => tip.count(), { timeout: 10_000 }).toBe(0);
  await expectComplaints(complaints, /status of 429 .*\/api\/v1\/thread\/up/);
});
