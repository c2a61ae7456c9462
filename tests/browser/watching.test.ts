import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeEach, expect } from 'vitest';
import {
  accessibilityProblems,
  expectSoon,
  login,
  type PageOptions,
  test,
} from '../support/browser.ts';
import { type MadeThread, member, thread } from '../support/factories.ts';
import { waitForOverlayEntries } from '../support/overlay-entries.ts';
import { sharedSite } from '../support/test-site.ts';

const site = await sharedSite();
const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true } as const;
let me: number;
let made: MadeThread;

beforeEach(async () => {
  me = await member(site.db);
  made = await thread(site.db, { replies: 1, subject: '怎样给笔记本换电池' });
});

const watched = async () =>
  (
    await site.db.execute<{ what: string }>(
      sql`
        select kind || ' ' || target_id || ' ' || level as what
        from watch
        where user_id = ${me}
        order by kind`,
    )
  ).rows.map(({ what }) => what);

async function visit(page: Page, path: string): Promise<void> {
  await login(page, site, me);
  await page.goto(site.url + path);
  await page.locator('.toasts').waitFor({ state: 'attached' });
}

async function choose(page: Page, name: string): Promise<void> {
  await page.locator('[data-act="watch"]').click();
  await page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) }).click();
  await waitForOverlayEntries(page);
}

const LOOKS: readonly (readonly [root: string, look: PageOptions])[] = [
  ['zh', { language: 'zh', colorScheme: 'dark' }],
  ['phone/en', { ...PHONE, language: 'en', colorScheme: 'light' }],
];
const NAMES = {
  zh: { all: '全部动态', threads: '仅新主题', ignore: '拉黑', watched: '已关注', muted: '免打扰' },
  en: {
    all: 'Everything',
    threads: 'New threads only',
    ignore: 'Ignore',
    watched: 'Watching',
    muted: 'Muted',
  },
};

test.for(LOOKS)(
  '[R30, R42] a thread, a forum and a user are watched by a button of their page, notify of new replies once, and are changed on one’s own page: %s',
  async ([root, look], { open }) => {
    const page = await open(look);
    const names = NAMES[look.language ?? 'zh'];
    await visit(page, `/${root}/post/${made.id}`);
    await page.locator('.post > .acts [data-act="watch"]').click();
    await page.getByRole('menuitemradio').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('menuitemradio', { name: new RegExp(`^${names.all}`) }).click();
    await waitForOverlayEntries(page);
    await expectSoon(watched).toEqual([`thread ${made.id} all`]);
    await page.reload();
    await page.locator(`[data-act="watch"]`, { hasText: names.watched }).waitFor();

    await visit(page, `/${root}/forum/1`);
    await choose(page, names.threads);
    await expectSoon(watched).toEqual(['forum 1 threads', `thread ${made.id} all`]);
    await visit(page, `/${root}/user/${made.author}`);
    await choose(page, names.ignore);
    await expectSoon(watched).toEqual([
      'forum 1 threads',
      `thread ${made.id} all`,
      `user ${made.author} muted`,
    ]);

    const other = await member(site.db);
    for (const floor of [2, 3])
      await site.db.execute(sql`
        with written as (
          insert into post (
            thread_id,
            forum_id,
            user_id,
            floor,
            source,
            html,
            policy,
            content_hash
          )
          values (${made.id}, 1, ${other}, ${floor}, '', '<p>新</p>', 0, ${`h${other}${floor}`})
          returning id
        )
        insert into unannounced_post (post_id)
        select id
        from written`);
    await visit(page, `/${root}/me/messages`);
    await expectSoon(async () => {
      await page.reload();
      await page.locator('.note, .state').first().waitFor();
      return page.locator('.note p').first().textContent();
    }).toMatch(look.language === 'en' ? /2 new replies/ : /2 条新回复/);

    await visit(page, `/${root}/me/watching`);
    await page.locator('.watched .subject', { hasText: '怎样给笔记本换电池' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.locator('.watched select').selectOption('none');
    await expectSoon(watched).toEqual(['forum 1 threads', `user ${made.author} muted`]);
    await page.getByRole('link', { name: look.language === 'en' ? 'Muted' : '免打扰' }).click();
    await page.locator('.watched li').waitFor();
    await page.locator('.watched select').selectOption('none');
    await expectSoon(watched).toEqual(['forum 1 threads']);
  },
);

test.for([
  ...LOOKS,
  ['en', { language: 'en' }],
  ['phone/zh', { ...PHONE, language: 'zh' }],
] as const)(
  '[R30, R42] a section is watched by its button among all forums, by keys; one call asks for all: %s',
  async ([root, look], { open }) => {
    const page = await open(look);
    const names = NAMES[look.language ?? 'zh'];
    let calls = 0;
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/user/watch?')) calls++;
    });
    await visit(page, `/${root}/forums`);
    const heads = page.locator('[data-slot="section"]');
    const id = Number(await heads.nth(1).getAttribute('data-id'));
    const button = heads.nth(1).locator('[data-act="watch"]');
    const described = await button.getAttribute('aria-describedby');
    await expectSoon(() => page.locator(`#${described}`).textContent()).toBe(
      await heads.nth(1).locator('h2').textContent(),
    );
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemradio').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('menuitemradio', { name: new RegExp(`^${names.threads}`) }).press('Enter');
    await expectSoon(watched).toEqual([`section ${id} threads`]);
    await waitForOverlayEntries(page);
    await button.getByText(names.watched).waitFor();
    calls = 0;
    await page.reload();
    await button.getByText(names.watched).waitFor();
    await expectSoon(() => heads.getByText(names.watched).count()).toBe(1);
    await expectSoon(() => heads.count()).toBeGreaterThan(1);
    expect(calls).toBe(1);
  },
);

test('[R18, R30] a visitor who wants to watch is asked to log in; nobody is offered to watch themselves', async ({
  page,
}) => {
  await page.goto(`${site.url}/zh/post/${made.id}`);
  await page.locator('[data-act="watch"]').click();
  await page.locator('.toast').getByText('登录后即可关注').waitFor();
  await visit(page, `/zh/user/${me}`);
  await page.locator('.ways').getByRole('link', { name: '设置' }).waitFor();
  await expectSoon(() => page.locator('.ways [data-act="watch"]').count()).toBe(0);
});

test('[R30, R42] a level is chosen in the menu by keyboard; one that the server refuses is reset, with the reason', async ({
  page,
}) => {
  await visit(page, `/zh/post/${made.id}`);
  const button = page.locator('.post > .acts [data-act="watch"]');
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: /^不关注/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectSoon(watched).toHaveLength(1);
  await expectSoon(() =>
    page.evaluate(() => document.activeElement?.getAttribute('data-act')),
  ).toBe('watch');
  const before = await watched();
  await page.route('**/api/v2/user/watch', (route) =>
    route.fulfill({ json: { code: 6, err_code: 'limit', msg: '' } }),
  );
  await choose(page, '免打扰');
  await page.locator('.toast.bad').waitFor();
  expect(await watched()).toEqual(before);
});

test.for(['zh', 'en'] as const)(
  '[R30] the words of the button that watches are in its middle: %s',
  async (lang, { open }) => {
    const page = await open({ language: lang });
    await page.goto(`${site.url}/${lang}/forum/1`);
    const gaps = await page.locator('.forum-head [data-act="watch"]').evaluate((button) => {
      const box = button.getBoundingClientRect();
      const words = document.createRange();
      words.selectNodeContents(button.querySelector('span') as Element);
      const icon = button.querySelector('.i')?.getBoundingClientRect().left ?? 0;
      return [icon - box.left, box.right - words.getBoundingClientRect().right];
    });
    expect(Math.abs((gaps[0] ?? 0) - (gaps[1] ?? 0))).toBeLessThanOrEqual(4);
  },
);
