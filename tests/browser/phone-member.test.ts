import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeEach, describe, expect } from 'vitest';
import { LANGS } from '#contracts/language.ts';
import {
  accessibilityProblems,
  expectSoon,
  login,
  PHONES,
  test,
  waitUntilShown,
} from '../support/browser.ts';
import { slideByTouch } from '../support/captcha-slide.ts';
import { changeQuery } from '../support/change-query.ts';
import { findThread } from '../support/find-thread.ts';
import { readLayoutShifts, watchLayoutShifts } from '../support/layout-shifts.ts';
import { ADMIN } from '../support/moderation-api.ts';
import { insertHeldReply } from '../support/moderation-queues.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';
import { findSmallTargets } from '../support/touch-targets.ts';

/* The phone site for members: their account and private pages. */

const site = await startSite({ env: { CAPTCHA_PROVIDER: 'builtin' } });
// The first rendered page takes longer than the tests' timeout.
await fetch(`${site.url}/phone/zh/me`);
const [small, wide] = PHONES;
const ME = PEOPLE.member;
const OTHER = PEOPLE.otherMember;
const nickname = (
  (await site.db.execute(sql`select nickname from "user" where id = ${OTHER}`)).rows[0] as {
    nickname: string;
  }
).nickname;
const { rows } = await site.db.execute(sql`
  select p.id, p.thread_id as thread, p.floor, t.subject
  from post p
  join thread t on t.id = p.thread_id
  join forum f on f.id = t.forum_id and f.access = 'public'
  where t.state = 'normal' and t.checked and p.state = 'normal' and p.checked and p.floor > 20
  order by p.id
  limit 1`);
const own = await findThread(site.db, sql`t.user_id = ${ME} and not t.closed`);
const post = rows[0] as { id: number; thread: number; floor: number; subject: string };

const tell = () =>
  site.db.execute(
    sql`
      insert into notification (
        user_id,
        category,
        kind,
        actor_id,
        thread_id,
        post_id,
        note
      )
      values (${ME}, 1, 'reply', ${OTHER}, ${post.thread}, ${post.id}, '')`,
  );
async function write(text: string): Promise<void> {
  await site.db.execute(sql`
    with l as (
      insert into letter (sender_id, receiver_id, html, source, policy)
      values (${OTHER}, ${ME}, ${`<p>${text}</p>`}, ${text}, 1)
      returning id
    )
    insert into conversation
    select unnest(array[${ME}::int, ${OTHER}::int]), unnest(array[${OTHER}::int, ${ME}::int]), id
    from l
    on conflict (user_id, other_id) do update set last_letter_id = excluded.last_letter_id`);
}
const tab = (page: Page, name: string) => page.locator('.tabbar').getByRole('link', { name });

/** The position of a sheet's end and its width, in CSS pixels. */
const sheetOf = (page: Page, role: 'menu' | 'dialog') =>
  page.getByRole(role).evaluate((sheet) => {
    const { bottom, width } = sheet.getBoundingClientRect();
    return [Math.round(bottom), Math.round(width)];
  });

beforeEach(async () => {
  for (const table of ['notification', 'letter', 'conversation', 'rate_limit'])
    await site.db.execute(sql.raw(`delete from ${table}`));
});

describe('[R1] [R17] the page "me"', () => {
  test('shows members their account without moving anything, and logs out', async ({ open }) => {
    const page = await open(small);
    await login(page, site, ME);
    await page.route('**/v1/login/is_login', async (route) => {
      await page.locator('.lines').waitFor();
      await route.continue();
    });
    await watchLayoutShifts(page);
    await page.goto(`${site.url}/phone/zh/me`);
    const head = page.locator('.account');
    await head.locator('.self .name').waitFor();
    expect(await readLayoutShifts(page)).toEqual([]);
    await expectSoon(() => head.getByRole('link').getAttribute('href')).toBe(
      `/phone/zh/user/${ME}`,
    );
    await page.route('**/v1/login/logout', (route) =>
      route.fulfill({ json: { url: '/phone/zh/forums' } }),
    );
    await head.getByRole('button', { name: '退出登录' }).tap();
    await page.waitForURL(/\/phone\/zh\/forums\?callback=/);
  });

  test('offers a visitor to log in and to come back', async ({ open }) => {
    const page = await open({ ...wide, language: 'en' });
    await page.goto(`${site.url}/phone/en/me`);
    const way = await page
      .locator('.account')
      .getByRole('link', { name: 'Log in' })
      .getAttribute('href');
    expect(new URL(way as string, site.url).searchParams.get('return_url')).toBe(
      `${site.url}/phone/en/me`,
    );
  });
});

test('[R30] the tab counts live unread notifications, screen readers announce them, and a notification leads to the exact floor', async ({
  open,
}) => {
  const page = await open(wide);
  await login(page, site, ME);
  await Promise.all([
    page.waitForResponse(/\/api\/v1\/user\/events/),
    page.goto(`${site.url}/phone/zh/me`),
  ]);
  await tab(page, '通知').waitFor();
  await tell();
  await tab(page, '通知 1 条未读').waitFor();
  await page.getByRole('status').getByText('通知和私信，1 条未读').waitFor({ state: 'attached' });
  await write('你好');
  await tab(page, '通知 2 条未读').waitFor();
  await expectSoon(() =>
    page.getByRole('main').getByRole('link', { name: /^通知/ }).innerText(),
  ).toMatch(/通知\s*1/);
  await expectSoon(() =>
    page.getByRole('main').getByRole('link', { name: /^私信/ }).innerText(),
  ).toMatch(/私信\s*1/);
  await tab(page, '通知').tap();
  await page.waitForURL(`${site.url}/phone/zh/me/messages`);
  await page.locator('.note.fresh').getByRole('link', { name: post.subject }).tap();
  await page.waitForURL(
    `${site.url}/phone/zh/post/${post.thread}/${Math.ceil(post.floor / 20)}#p${post.id}`,
  );
  await page.goto(`${site.url}/phone/zh/forums`);
  await tab(page, '通知 1 条未读').waitFor();
});

test('[R30] a private message is read and answered between the bars, with the field above the keyboard, and going back shows the list', async ({
  open,
}) => {
  await write('在吗？');
  const page = await open(small);
  await login(page, site, ME);
  await page.goto(`${site.url}/phone/zh/me/letters`);
  await page.getByRole('navigation', { name: '私信列表' }).getByRole('link').tap();
  await page.waitForURL(new RegExp(`with=${OTHER}`));
  await page.locator('.letter', { hasText: '在吗？' }).waitFor();
  const pen = page.getByRole('textbox', { name: `发给 ${nickname}` });
  const end = () =>
    page.locator('.pen').evaluate((form) => Math.round(form.getBoundingClientRect().bottom));
  const bar = await page
    .locator('.tabbar')
    .evaluate((element) => Math.round(element.getBoundingClientRect().top));
  await expectSoon(end).toBe(bar);
  // Simulates a keyboard of 300 px, as browsers report it.
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: innerHeight - 300 });
    visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expectSoon(end).toBe(small.height - 300);
  await pen.fill('在的');
  await page.getByRole('button', { name: '发送' }).tap();
  await page.locator('.letter.own', { hasText: '在的' }).locator('time').waitFor();
  await page.getByRole('link', { name: '返回私信列表' }).tap();
  await page
    .getByRole('navigation', { name: '私信列表' })
    .getByRole('link', { name: nickname })
    .waitFor();
});

test('[R25] a favourite’s row leads to its thread, and is taken out and put back by touch', async ({
  open,
}) => {
  await site.db.execute(
    sql`
      insert into thread_favourite (user_id, thread_id)
      values (${ME}, ${post.thread})
      on conflict do nothing`,
  );
  const page = await open(small);
  await login(page, site, ME);
  await page.goto(`${site.url}/phone/zh/me/favourites`);
  const row = page.locator('.row', { hasText: post.subject });
  await row.getByRole('button', { name: /取消收藏/ }).tap();
  await page.locator('.removed').getByRole('button').tap();
  const { width } = (await row.boundingBox()) as { width: number };
  await row.tap({ position: { x: width - 8, y: 8 } });
  await page.waitForURL(new RegExp(`/phone/zh/post/${post.thread}`));
});

test.for([
  [small, wide, 'zh'],
  [wide, small, 'en'],
] as const)(
  '[R31] [R32] [R42] a visitor’s search succeeds after sliding with a finger in a bottom sheet, which appears at once with reduced motion: %j %j %s',
  async ([before, after, lang], { open }) => {
    const page = await open({ ...before, language: lang });
    await page.goto(`${site.url}/phone/${lang}/search`);
    await page.getByRole('searchbox').fill('打印机');
    await page.getByRole('searchbox').press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.locator('.grip:not([data-idle])').waitFor();
    await expectSoon(() => sheetOf(page, 'dialog')).toEqual([before.height, before.width]);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await findSmallTargets(page, '.dialog'), `${before.width} px`).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expectSoon(() =>
      dialog.evaluate((sheet) => getComputedStyle(sheet).transitionDuration),
    ).toBe('0s');
    await page.setViewportSize(after);
    await expectSoon(() => sheetOf(page, 'dialog')).toEqual([after.height, after.width]);
    expect(await findSmallTargets(page, '.dialog'), `${after.width} px`).toEqual([]);
    await slideByTouch(page, site.db);
    await page.locator('.hit').first().waitFor();
    await expectSoon(() => dialog.count()).toBe(0);
    await page.locator('.hit .subject').first().tap();
    await page.waitForURL(new RegExp(`/phone/${lang}/post/`), { waitUntil: 'commit' });
  },
);

test('[R22] [R42] a moderator’s menu is a bottom sheet, as is the dialog that it opens; a touch outside closes it', async ({
  open,
}) => {
  const page = await open(small);
  await login(page, site, ADMIN);
  await page.goto(`${site.url}/phone/zh/post/${post.thread}`);
  const button = page.locator('.post [data-act="moderate"]');
  await button.tap();
  const menu = page.getByRole('menu');
  await expectSoon(() => sheetOf(page, 'menu')).toEqual([small.height, small.width]);
  await expectSoon(() =>
    menu
      .getByRole('menuitem')
      .evaluateAll((items) => items.every((item) => item.getBoundingClientRect().height >= 44)),
  ).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.touchscreen.tap(180, 60);
  await menu.waitFor({ state: 'detached' });
  await button.tap();
  await menu.getByRole('menuitem', { name: '移动' }).tap();
  await expectSoon(() => sheetOf(page, 'dialog')).toEqual([small.height, small.width]);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('[R22] [R42] a moderator chooses threads of a list by touch', async ({ open }) => {
  const page = await open(wide);
  await login(page, site, ADMIN);
  await page.goto(`${site.url}/phone/zh/forum/1`);
  await page.locator('.top').getByRole('button', { name: '管理' }).tap();
  const box = page.locator('.row:not(.pinned)').first().getByRole('checkbox');
  await box.tap();
  await expectSoon(() => box.isChecked()).toBe(true);
  const bar = page.getByRole('region', { name: '批量操作' });
  await expectSoon(() =>
    bar.evaluate((element) => Math.round(element.getBoundingClientRect().bottom)),
  ).toBe(wide.height);
  await expectSoon(() =>
    bar
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.every((button) => button.getBoundingClientRect().height >= 44),
      ),
  ).toBe(true);
  await expectSoon(() =>
    page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
  ).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
});

const LOOKS = LANGS.map((lang) =>
  lang === 'zh'
    ? { ...small, language: lang, colorScheme: 'light' as const }
    : { ...wide, language: lang, colorScheme: 'dark' as const },
);
/** Private pages, each with an element that appears once it is filled. */
const ROOMS: readonly (readonly [rest: string, filled: string])[] = [
  ['me', '.account .self'],
  ['me/messages', '.note'],
  ['me/letters', '.talks li'],
  [`me/letters?with=${OTHER}`, '.letter'],
  ['me/favourites', '.row'],
  ['me/favourites?tab=forums', '.row .drawn, .state'],
  ['me/drafts', '.drafts li'],
  ['me/threads', '.row, .state'],
  ['me/replies', '.replied li, .state'],
  ['me/settings', '#logins .keys li'],
  ['search', '.search-form'],
  ['new', '.submit-line'],
  [`edit?id=${own.id}`, '.submit-line'],
];

test.for(LOOKS.map((look) => [look.language, look.colorScheme, look.width, look] as const))(
  '[R1] [R42] each of a member’s rooms is filled, axe finds nothing, all of it is within a thumb’s reach, and nothing scrolls sideways: %s, %s, %s px wide',
  async ([lang, , , look], { open }) => {
    await tell();
    await write(
      '一封信，里面有一个很长的地址 https://example.com/a/very/long/address/that/has/no/place/to/break?and=goes&on=and&on',
    );
    await site.db.execute(
      sql`
        insert into thread_favourite (user_id, thread_id)
        values (${ME}, ${post.thread})
        on conflict do nothing`,
    );
    await site.db.execute(
      sql`
        insert into draft (user_id, forum_id, body)
        values (${ME}, 1, '{"subject":"留着还是丢掉","message":"<p>正文</p>"}')`,
    );
    const page = await open(look);
    await login(page, site, ME);
    const found: [room: string, problem: string][] = [];
    for (const [rest, filled] of ROOMS) {
      const [path, query] = rest.split('?');
      // Lists of one page follow the address without a load.
      if (query && new URL(page.url()).pathname.endsWith(`/${path}`))
        await changeQuery(page, `?${query}`);
      else await page.goto(`${site.url}/phone/${lang}/${rest}`, { waitUntil: 'domcontentloaded' });
      await waitUntilShown(page, filled);
      for (const problem of await accessibilityProblems(page)) found.push([rest, problem]);
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        found.push([rest, 'scrolls sideways']);
      for (const target of await findSmallTargets(page, 'main')) found.push([rest, target]);
    }
    expect(found).toEqual([]);
  },
);

test('[R28] a moderator’s link to the queue moves nothing on the page “me”', async ({ open }) => {
  const page = await open(small);
  await login(page, site, ADMIN);
  await insertHeldReply(site.db, 'captcha', '<p>待审</p>');
  await watchLayoutShifts(page);
  await page.goto(`${site.url}/phone/zh/me`);
  await page.locator('.account .self .name').waitFor();
  const link = page.getByRole('main').getByRole('link', { name: '待处理' });
  await link.locator('.count').waitFor();
  expect(await readLayoutShifts(page)).toEqual([]);
  expect(await findSmallTargets(page, 'main')).toEqual([]);
  expect(await accessibilityProblems(page)).toEqual([]);
  await link.tap();
  await page.waitForURL(/me\/moderation/);
});

/** Boxes of elements, relative to the top of the page. */
const topOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => Math.round(element.getBoundingClientRect().top + scrollY));

test('[R22] the first thread of a forum begins above 40 % of a phone’s screen', async ({
  open,
}) => {
  const page = await open(wide);
  await page.goto(`${site.url}/phone/zh/forum/1`);
  expect(await topOf(page, '.row')).toBeLessThan(844 * 0.4);
});

test('[R23] category and language of a new thread share a line on phones', async ({ open }) => {
  const page = await open(small);
  await login(page, site, ME);
  await page.goto(`${site.url}/phone/zh/new`);
  await page.locator('#thread-language').waitFor();
  expect(await topOf(page, '#thread-theme')).toBe(await topOf(page, '#thread-language'));
});

test('[R30] “全部标为已读” shares a line with the kinds on phones', async ({ open }) => {
  const page = await open(small);
  await tell();
  await login(page, site, ME);
  await page.goto(`${site.url}/phone/zh/me/messages`);
  await page.getByRole('button', { name: '全部标为已读' }).waitFor();
  expect(await topOf(page, '.kinds-row .btn')).toBe(await topOf(page, '.kinds a'));
});
