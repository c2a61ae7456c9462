import { sql } from 'drizzle-orm';
import type { BrowserContext, Page } from 'playwright';
import { beforeEach, expect } from 'vitest';
import { expectConsoleMessages, expectSoon, login, test } from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

/* Live unread counts in the header (R30). */

const site = await startSite();
// The first rendered page takes longer than the tests' timeout.
await fetch(`${site.url}/zh/forums`);
const ME = PEOPLE.member;

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^通知/ });
const said = (page: Page) => bell(page).getAttribute('aria-label');
const tell = () =>
  site.db.execute(
    sql`insert into notification (user_id, category, kind, note) values (${ME}, 3, 'system', 'x')`,
  );
const events = '/api/v1/user/events';

/** Opens a page and waits until it listens. */
const openListening = (page: Page) =>
  Promise.all([
    page.waitForResponse((response) => response.url().endsWith(events)),
    page.goto(`${site.url}/zh/forums`),
  ]);

/** Counts the event stream requests of a browser's windows. */
function countStreams(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => request.url().endsWith(events) && count++);
  return () => count;
}

beforeEach(async () => {
  await site.db.execute(sql`delete from notification where user_id = ${ME}`);
  await site.db.execute(sql`delete from letter where receiver_id = ${ME}`);
});

test('[R4, R17, R30] the bell’s count rises on an open page, and screen readers announce it once; going back updates the count; a login ended elsewhere shows the login link', async ({
  page,
}) => {
  await login(page, site, ME);
  await openListening(page);
  await expectSoon(() => said(page)).toBe('通知');
  await tell();
  await expectSoon(() => said(page)).toBe('通知和私信，1 条未读');
  await page
    .getByRole('banner')
    .getByRole('status')
    .getByText('通知和私信，1 条未读')
    .waitFor({ state: 'attached' });
  await tell();
  await expectSoon(() => said(page)).toBe('通知和私信，2 条未读');
  await expectSoon(() => page.getByRole('banner').getByRole('status').textContent()).toBe(
    '通知和私信，1 条未读',
  );

  await page.goto(`${site.url}/zh`);
  await bell(page).waitFor();
  await tell();
  // the page's last requests: after the logout they would fail
  await Promise.all([
    page.waitForResponse(/\/v2\/user\/watch\?/),
    page.waitForResponse((response) => response.url().endsWith(events)),
    page.goBack(),
  ]);
  await expectSoon(() => said(page)).toBe('通知和私信，3 条未读');

  await site.db.execute(sql`delete from session where user_id = ${ME}`);
  await page.getByRole('banner').getByRole('link', { name: '登录' }).waitFor();
  await expectSoon(() => page.evaluate(() => sessionStorage.getItem('account'))).toBeNull();
});

test('[R30] several windows of a browser share one connection, and the next one takes over', async ({
  page,
}) => {
  await login(page, site, ME);
  const streams = countStreams(page.context());
  await openListening(page);
  const others = await Promise.all([1, 2, 3].map(() => page.context().newPage()));
  for (const other of others) await other.goto(`${site.url}/zh`);
  await tell();
  for (const one of [page, ...others])
    await expectSoon(() => said(one)).toBe('通知和私信，1 条未读');
  expect(streams()).toBe(1);
  await page.close();
  await expectSoon(streams).toBe(2);
  await tell();
  for (const one of others) await expectSoon(() => said(one)).toBe('通知和私信，2 条未读');
});

test('[R30] where nothing can be listened to, it is asked for', async ({ page, complaints }) => {
  await login(page, site, ME);
  await page.route(`**${events}`, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '60' },
      json: { code: 503, msg: 'x', err_code: 'unavailable' },
    }),
  );
  await tell();
  const asked = page.waitForResponse((response) => response.url().includes('/v1/user/msg/count'));
  await page.clock.install();
  await page.goto(`${site.url}/zh/forums`);
  await asked;
  await expectSoon(() => said(page)).toBe('通知和私信，1 条未读');
  await tell();
  const again = page.waitForResponse((response) => response.url().includes('/v1/user/msg/count'));
  await page.clock.fastForward(61_000);
  await again;
  await expectSoon(() => said(page)).toBe('通知和私信，2 条未读');
  await expectConsoleMessages(complaints, /status of 503 .*\/api\/v1\//);
});
