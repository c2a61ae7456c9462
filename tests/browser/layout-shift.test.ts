import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, describe, expect } from 'vitest';
import { login, type PageOptions, PHONES, test } from '../support/browser.ts';
import { member } from '../support/factories.ts';
import { findThread } from '../support/find-thread.ts';
import { readLayoutShifts, watchLayoutShifts } from '../support/layout-shifts.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

/* Pages load without layout shifts, for visitors and for members (R42). */

const site = await startSite({ env: { CAPTCHA_PROVIDER: 'none' } });
const ME = PEOPLE.member;
const OTHER = PEOPLE.otherMember;
const long = await findThread(site.db, sql`t.last_floor > 45`);
const asked = await findThread(site.db, sql`exists (select from poll where thread_id = t.id)`);
const own = await findThread(
  site.db,
  sql`t.user_id = ${ME} and not t.closed and t.replies_cnt > 0`,
);
const english = await findThread(
  site.db,
  sql`t.language = 'en_US' and t.replies_cnt > 2 and not t.closed`,
);

beforeAll(async () => {
  await site.db.execute(
    sql`
      insert into notification (
        user_id,
        category,
        kind,
        actor_id,
        thread_id,
        note
      )
      values (${ME}, 1, 'reply', ${OTHER}, ${long.id}, '')`,
  );
  await site.db.execute(
    sql`
      insert into thread_favourite (user_id, thread_id)
      values (${ME}, ${long.id})
      on conflict do nothing`,
  );
  await site.db.execute(sql`
    insert into watch (user_id, kind, target_id, level)
    values (${ME}, 'thread', ${long.id}, 'all'), (${ME}, 'forum', 1, 'threads')`);
  await site.db.execute(sql`
    insert into draft (user_id, forum_id, body)
    values (${ME}, 1, '{"subject":"Left behind","message":"<p>Half of it</p>"}')`);
  // The first rendered page takes longer than the tests' timeout.
  for (const path of ['/phone/en', `/phone/en/post/${long.id}`, '/phone/en/me'])
    await fetch(site.url + path);
});

/** Pages, each with an element that appears once a member's page is complete. */
const BADGE = '.tabbar .unread';
const REPORT = '.reply [data-act="more"]';
const PAGES: readonly (readonly [rest: string, filled: string])[] = [
  ['', BADGE],
  ['/digest', BADGE],
  ['/forums', BADGE],
  ['/forum/1', BADGE],
  [`/post/${long.id}`, REPORT],
  [`/post/${long.id}/2`, REPORT],
  [`/post/${asked.id}`, REPORT],
  [`/post/${own.id}`, REPORT],
  [`/post/${english.id}`, REPORT],
  [`/user/${OTHER}`, BADGE],
  [`/user/${OTHER}/replies`, BADGE],
  ['/me', '.account .self'],
  ['/about/privacy', BADGE],
  ['/about/guide/readers', BADGE],
];
/** Pages that are filled for the reader alone. */
const ROOMS: readonly (readonly [rest: string, filled: string])[] = [
  ['/me/news', '.news li, .state'],
  ['/me/messages', '.note'],
  ['/me/letters', '.talks'],
  ['/me/favourites', '.row'],
  ['/me/bookmarks', '.bookmarks li, .state'],
  ['/me/watching', '.watched li'],
  ['/me/drafts', '.drafts li, .state'],
  ['/me/threads', '.row, .state'],
  ['/me/replies', '.replied li, .state'],
  ['/me/settings', '#logins .keys li'],
  ['/search?q=printer', '.search-form'],
  ['/new', '.writing .offer'],
  [`/edit?id=${own.id}`, '.submit-line'],
];

/** English has the longest texts, and the smallest phone the least room for them. */
const PHONE = { ...PHONES[0], language: 'en' } as const satisfies PageOptions;

/** Holds back the islands' calls until the first frame: cached replies would hide shifts. */
async function askAfterFirstFrame(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ask = window.fetch;
    const drawn = new Promise<void>((resolve) =>
      new PerformanceObserver((_, observer) => {
        observer.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }).observe({ type: 'paint', buffered: true }),
    );
    window.fetch = (...call) => drawn.then(() => ask(...call));
  });
}

/** Scripts that start the islands. */
const ISLANDS = /\/assets\/build\/islands\.[^/]+\.js$/;

/** Polls in each frame; a locator would notice it up to half a second later. */
const waitUntilFilled = (page: Page, filled: string) =>
  page.waitForFunction((one) => document.querySelector(one) !== null, filled);

/** The shifts on pages that are opened one after the other in a window, with their addresses. */
async function findShifts(
  page: Page,
  pages: readonly (readonly [path: string, filled?: string])[],
): Promise<string[]> {
  const shifts: string[] = [];
  await askAfterFirstFrame(page);
  await watchLayoutShifts(page, { afterInput: true });
  for (const [path, filled] of pages) {
    await page.goto(site.url + path);
    if (filled) await waitUntilFilled(page, filled);
    shifts.push(...(await readLayoutShifts(page)).map((shift) => `${path}: ${shift}`));
  }
  return shifts;
}

describe('[R42] on a phone nothing', () => {
  test('moves by itself for a visitor, whichever page it is', async ({ open }) => {
    const page = await open(PHONE);
    const pages = PAGES.map(([rest]) => [`/phone/en${rest}`] as const);
    expect(await findShifts(page, pages)).toEqual([]);
  });

  test('moves by itself for a member, whichever page or room of their own it is', async ({
    open,
  }) => {
    const page = await open(PHONE);
    await login(page, site, ME);
    const pages = [...PAGES, ...ROOMS].map(
      ([rest, filled]) => [`/phone/en${rest}`, filled] as const,
    );
    expect(await findShifts(page, pages)).toEqual([]);
  });
});

/** The element that shows that a member's desktop page is complete. */
const FACE = '.account .me .av';
const WIDE_PAGES = [
  ['', FACE],
  ['/forums', FACE],
  ['/forum/1', FACE],
  [`/post/${long.id}`, `body:has(${FACE}) :is(${REPORT})`],
  [`/post/${long.id}/2`, `body:has(${FACE}) :is(${REPORT})`],
  [`/post/${asked.id}`, `body:has(${FACE}) :is(${REPORT})`],
  [`/post/${own.id}`, `body:has(${FACE}) :is(${REPORT})`],
  [`/post/${english.id}`, `body:has(${FACE}) :is(${REPORT})`],
  [`/user/${OTHER}`, FACE],
] as const;

describe('[R42] on a wide screen nothing', () => {
  test('moves by itself for a member, whichever page or room of their own it is', async ({
    open,
  }) => {
    const page = await open();
    await login(page, site, ME);
    const pages = [...WIDE_PAGES, ...ROOMS].map(
      ([rest, filled]) => [`/zh${rest}`, filled] as const,
    );
    expect(await findShifts(page, pages)).toEqual([]);
  });

  test('moves by itself where a member has nothing yet', async ({ open }) => {
    const page = await open();
    await login(page, site, await member(site.db));
    const pages = ROOMS.filter(([rest]) => rest.startsWith('/me/')).map(
      ([rest, filled]) => [`/zh${rest}`, `${filled}, .state`] as const,
    );
    expect(await findShifts(page, pages)).toEqual([]);
  });
});

test.for([
  ['a wide screen', {}, '/en'],
  ['a phone', PHONES[0], '/phone/en'],
] as const)(
  '[R26, R42] on %s nothing moves when times are written in the zone of a reader elsewhere',
  async ([, look, root], { open }) => {
    const page = await open({ ...look, language: 'en', timezoneId: 'America/New_York' });
    const pages = ['', '/forum/1', `/post/${long.id}`, `/post/${asked.id}`];
    expect(
      await findShifts(
        page,
        pages.map((rest) => [root + rest]),
      ),
    ).toEqual([]);
  },
);

test.for([
  ['a wide screen', {}, '/en'],
  ['a narrow one', { width: 1_024, height: 700 }, '/en'],
  ['a small phone', PHONES[0], '/phone/en'],
  ['a large phone', PHONES[1], '/phone/en'],
] as const)(
  '[R22, R42] on %s nothing moves when a moderator’s tools come',
  async ([, look, root], { open }) => {
    const page = await open({ ...look, language: 'en' });
    await login(page, site, PEOPLE.globalModerator);
    const pages = [
      [`${root}/forum/1`, '.moderator-tools .moderate'],
      [`${root}/post/${long.id}`, '.post > .acts .moderate'],
      [`${root}/user/${OTHER}`, '.moderator-tools .moderate'],
      [`${root}/me/moderation`, '.queue-tabs .num:not(:empty)'],
      [`${root}/me/moderation?tab=log`, '.queue-list li, .state'],
    ] as const;
    expect(await findShifts(page, pages)).toEqual([]);
  },
);

/** Positions of the first buttons below the first post, before and after all islands load. */
async function placesOfActions(page: Page, path: string, filled: string) {
  const read = () =>
    page.evaluate(() =>
      ['like', 'favourite', 'watch', 'share'].map((act) => {
        const button = document.querySelector(`.post > .acts [data-act="${act}"]`);
        const { x, y, width, height } = (button as Element).getBoundingClientRect();
        return [act, ...[x, y + scrollY, width, height].map((size) => Math.round(size * 10) / 10)];
      }),
    );
  let letCome = () => {};
  const held = new Promise<void>((resolve) => (letCome = resolve));
  await page.route(ISLANDS, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(site.url + path);
  const before = await read();
  letCome();
  await waitUntilFilled(page, filled);
  const after = await read();
  await page.unroute(ISLANDS);
  return { before, after };
}

test.for([
  ['a member', ME, long, '.post > .acts [data-act="more"]'],
  ['an author', ME, own, '.post > .acts [data-act="more"]'],
  ['a moderator', PEOPLE.globalModerator, long, '.post > .acts .moderate'],
] as const)(
  '[R42] the buttons below a first post stay where they are when those of %s come',
  async ([, reader, { id }, filled], { open }) => {
    for (const look of [{ language: 'zh' }, { language: 'en' }, PHONE] as const) {
      const page = await open(look);
      await login(page, site, reader);
      const root = 'width' in look ? `phone/${look.language}` : look.language;
      const { before, after } = await placesOfActions(page, `/${root}/post/${id}`, filled);
      expect([root, after]).toEqual([root, before]);
    }
  },
);
