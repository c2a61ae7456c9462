import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect } from 'vitest';
import { login, type PageOptions, PHONES, test } from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { readLayoutShifts, watchLayoutShifts } from '../support/layout-shifts.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

/*
 * Nothing on a page moves by itself while it comes, for visitors and for members (R42): a layout
 * shift of 0.
 */

const site = await startSite({ env: { CAPTCHA_PROVIDER: 'none' } });
const [small, wide] = PHONES;
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
  // the first page that a server renders takes longer than browsers are waited for
  for (const path of ['/phone/zh', `/phone/zh/post/${long.id}`, '/phone/zh/me'])
    await fetch(site.url + path);
});

/** Pages, each with what shows a member that it is as it stays. */
const BADGE = '.tabbar .unread';
const REPORT = '.reply [data-act="report"], .reply [data-act="own"]';
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
];
/** Pages that are filled for the reader alone. */
const ROOMS: readonly (readonly [rest: string, filled: string])[] = [
  ['/me/messages', '.note'],
  ['/me/letters', '.talks'],
  ['/me/favourites', '.row'],
  ['/me/drafts', '.drafts li, .state'],
  ['/me/threads', '.row, .state'],
  ['/me/replies', '.replied li, .state'],
  ['/me/settings', '#logins .keys li'],
  ['/search?q=printer', '.sought'],
  ['/new', '.submit-line'],
  [`/edit?id=${own.id}`, '.submit-line'],
];

/** English where there is the least room for it. */
const PHONE_LOOKS = [
  { ...small, language: 'en' },
  { ...wide, language: 'zh' },
] as const satisfies PageOptions[];
const looks = <One>(pages: readonly One[]) =>
  PHONE_LOOKS.flatMap((look) =>
    pages.map((page) => [look.language, page, `${look.width} × ${look.height}`, look] as const),
  );

describe('[R42] on phones nothing moves by itself', () => {
  test.for(looks(PAGES.map(([rest]) => rest)))(
    'for a visitor of /phone/%s%s, %s',
    async ([lang, rest, , look], { open }) => {
      const page = await open(look);
      await watchLayoutShifts(page);
      await page.goto(`${site.url}/phone/${lang}${rest}`);
      expect(await readLayoutShifts(page)).toEqual([]);
    },
  );

  test.for(
    looks([...PAGES, ...ROOMS]).map(
      ([lang, [rest, filled], size, look]) => [lang, rest, size, filled, look] as const,
    ),
  )('for a member on /phone/%s%s, %s', async ([lang, rest, , filled, look], { open }) => {
    const page = await open(look);
    await login(page, site, ME);
    await watchLayoutShifts(page);
    await page.goto(`${site.url}/phone/${lang}${rest}`);
    await page.locator(filled).first().waitFor({ state: 'attached' });
    expect(await readLayoutShifts(page)).toEqual([]);
  });
});

describe('[R42] on a wide screen nothing moves by itself', () => {
  const wideScreen = (['zh', 'en'] as const).flatMap((lang) =>
    [
      '',
      '/forums',
      '/forum/1',
      `/post/${long.id}`,
      `/post/${long.id}/2`,
      `/post/${asked.id}`,
      `/post/${own.id}`,
      `/post/${english.id}`,
      `/user/${OTHER}`,
    ].map((rest) => [lang, rest] as const),
  );

  test.for(wideScreen)('for a member on /%s%s', async ([lang, rest], { open }) => {
    const page = await open({ language: lang });
    await login(page, site, ME);
    await watchLayoutShifts(page);
    await page.goto(`${site.url}/${lang}${rest}`);
    await page.locator('.account .me .av').waitFor();
    if (rest.startsWith('/post')) await page.locator(REPORT).first().waitFor({ state: 'attached' });
    expect(await readLayoutShifts(page)).toEqual([]);
  });
});
