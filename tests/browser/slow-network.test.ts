import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { login, PHONES, test } from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { readLayoutShifts, watchLayoutShifts } from '../support/layout-shifts.ts';
import { PEOPLE } from '../support/people.ts';
import { startSlowProxy } from '../support/slow-proxy.ts';
import { startSite } from '../support/test-site.ts';

/* Pages that come slowly are drawn while they come: what is there already stays where it is. */

const site = await startSite();
const ME = PEOPLE.member;
const line = await startSlowProxy(site.url, 900);
const { id } = await findThread(site.db, sql`exists (select from poll where thread_id = t.id)`);

const PAGES = [
  '/zh',
  '/en',
  '/en/forum/1',
  `/zh/post/${id}`,
  '/en/forums',
  `/zh/user/${PEOPLE.otherMember}`,
  '/phone/zh',
  '/phone/en/forum/1',
  `/phone/zh/post/${id}`,
  '/phone/en/me',
];

test.for(PAGES.flatMap((path) => [[path, 'a visitor'] as const, [path, 'a member'] as const]))(
  '[R42] nothing on %s moves while it comes piece by piece, for %s',
  async ([path, who], { open }) => {
    const page = await open(path.startsWith('/phone') ? PHONES[0] : {});
    // Each piece is drawn before the next one comes. There is nothing to draw on while the window
    // still leaves its empty page.
    line.between = () =>
      page
        .evaluate(
          () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
        )
        .catch(() => {});
    if (who === 'a member') await login(page, { ...site, url: line.url }, ME);
    await watchLayoutShifts(page);
    await page.goto(line.url + path);
    expect(await readLayoutShifts(page)).toEqual([]);
  },
);
