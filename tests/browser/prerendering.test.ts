import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import { expectSoon } from '../support/browser.ts';
import { member, thread } from '../support/factories.ts';
import {
  type DrivenPage,
  type PreparingBrowser,
  startPreparingBrowser,
} from '../support/prerendering-browser.ts';
import { startSite } from '../support/test-site.ts';

/* Chromium's prerendering when a reader points at a link (Speculation-Rules). */

const site = await startSite();
const threads = [await thread(site.db), await thread(site.db), await thread(site.db)] as const;
const HOME = '/phone/zh'; // the window is as wide as a phone's

const addressOf = ({ id }: { id: number }): string => `${site.url}${HOME}/post/${id}`;
const viewsOf = async ({ id }: { id: number }): Promise<number> => {
  const { rows } = await site.db.execute<{ views: number }>(
    sql`select views_cnt as views from thread where id = ${id}`,
  );
  return rows[0]?.views ?? -1;
};

/** Opens the home page; resolves once its rules, which load later, are there. */
async function openHome({ pages: [page], ruleSets }: PreparingBrowser): Promise<DrivenPage> {
  if (!page) throw new Error('The browser shows no page.');
  await page.send('Page.enable');
  await page.send('Page.navigate', { url: site.url + HOME });
  await expectSoon(() =>
    page.evaluate(`location.pathname === '${HOME}' && document.readyState`),
  ).toBe('complete');
  await expectSoon(() => ruleSets.size).toBeGreaterThan(0);
  return page;
}

/** Moves the pointer onto a link, and optionally clicks it. */
async function point(page: DrivenPage, address: string, click = false): Promise<void> {
  const at = await page.evaluate<{ x: number; y: number }>(`(() => {
    const link = [...document.querySelectorAll('main a')].find(({ href }) => href === '${address}');
    link.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = link.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  })()`);
  const types = click ? ['mousePressed', 'mouseReleased'] : ['mouseMoved'];
  if (!click) await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 1, y: 1 });
  for (const type of types)
    await page.send('Input.dispatchMouseEvent', {
      type,
      ...at,
      ...(click ? { button: 'left', clickCount: 1 } : {}),
    });
}

/** Points at a link until the browser has prerendered its page; returns the page. */
async function prepare(browser: PreparingBrowser, address: string): Promise<DrivenPage> {
  await point(browser.pages[0] as DrivenPage, address);
  await expectSoon(() => browser.prepared.get(address), address).toBe('Ready');
  return browser.pages.at(-1) as DrivenPage;
}

/** The API calls of a page. */
const askedOf = (page: DrivenPage): Promise<string[]> =>
  page.evaluate(
    `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /\\/api\\//.test(name))`,
  );
const isPrepared = (page: DrivenPage): Promise<boolean> => page.evaluate('document.prerendering');

test('[R40] a page that was prepared counts as read when it is opened, and not before', async () => {
  const browser = await startPreparingBrowser();
  const [opened, unopened] = threads;
  const [before, beforeUnopened] = [await viewsOf(opened), await viewsOf(unopened)];
  const page = await openHome(browser);
  const never = await prepare(browser, addressOf(unopened));
  expect([await isPrepared(never), await askedOf(never)]).toEqual([true, []]);
  const prepared = await prepare(browser, addressOf(opened));
  expect([await isPrepared(prepared), await askedOf(prepared)]).toEqual([true, []]);
  expect(await viewsOf(opened)).toBe(before);
  await point(page, addressOf(opened), true);
  await expectSoon(() => viewsOf(opened)).toBe(before + 1);
  expect(await isPrepared(prepared)).toBe(false);
  await expectSoon(() =>
    prepared.evaluate(`performance.getEntriesByType('navigation')[0].activationStart > 0`),
  ).toBe(true);
  expect(await viewsOf(unopened)).toBe(beforeUnopened);
});

test('[R30, R40] for a member, too, a page that was prepared does nothing before it is opened', async () => {
  const browser = await startPreparingBrowser();
  const page = browser.pages[0] as DrivenPage;
  const token = await createSession(site.db, {
    userId: await member(site.db),
    kind: 'site',
    ip: '127.0.0.1',
    userAgent: 'test',
  });
  for (const [name, value] of [
    ['bbs', token],
    ['XSRF-TOKEN', deriveXsrfToken(token)],
    ['member', '1'],
  ])
    await page.send('Network.setCookie', { name, value, url: site.url });
  await openHome(browser);
  await expectSoon(() => askedOf(page)).toContain(`${site.url}/api/v1/login/is_login`);
  const prepared = await prepare(browser, addressOf(threads[2]));
  expect([await isPrepared(prepared), await askedOf(prepared)]).toEqual([true, []]);
  await point(page, addressOf(threads[2]), true);
  await expectSoon(async () => (await askedOf(prepared)).length).toBeGreaterThan(1);
});
