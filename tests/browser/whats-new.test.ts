import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeEach, expect } from 'vitest';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  login,
  type PageOptions,
  test,
} from '../support/browser.ts';
import { type MadeThread, member, thread } from '../support/factories.ts';
import { startSite } from '../support/test-site.ts';

/* The page with new content of watched forums and threads. */

const site = await startSite();
const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true } as const;
let me: number;
let talk: MadeThread;
let news: MadeThread;

beforeEach(async () => {
  me = await member(site.db);
  await site.db.execute(
    sql`update "user" set read_before = now() - interval '1 hour' where id = ${me}`,
  );
  talk = await thread(site.db, { replies: 3, subject: '怎样给笔记本换电池' });
  news = await thread(site.db, { subject: '新内核的续航' });
  await site.db.execute(sql`
    insert into watch (user_id, kind, target_id, level, chosen)
    values
      (${me}, 'thread', ${talk.id}, 'all', true),
      (${me}, 'user', ${news.author}, 'all', true)`);
  await site.db.execute(sql`
    insert into thread_read (user_id, thread_id, floor)
    values (${me}, ${talk.id}, 1)`);
});

const readFloor = async (id: number) =>
  (
    await site.db.execute<{ floor: number }>(
      sql`select floor from thread_read where user_id = ${me} and thread_id = ${id}`,
    )
  ).rows[0]?.floor;

async function visit(page: Page, path: string): Promise<void> {
  await login(page, site, me);
  await page.goto(site.url + path);
  await page.locator('.toasts').waitFor({ state: 'attached' });
}

const LOOKS: readonly (readonly [root: string, look: PageOptions])[] = [
  ['zh', { language: 'zh', colorScheme: 'dark' }],
  ['en', { language: 'en', colorScheme: 'light' }],
  ['phone/zh', { ...PHONE, language: 'zh', colorScheme: 'light' }],
  ['phone/en', { ...PHONE, language: 'en', colorScheme: 'dark' }],
];
const NAMES = {
  zh: { page: '新动态', replies: '2 条新回复', read: '已读', undo: '撤销', all: '全部标为已读' },
  en: {
    page: 'What’s new',
    replies: '2 new replies',
    read: 'Read',
    undo: 'Undo',
    all: 'Mark all as read',
  },
};

test.for(LOOKS)(
  '[R22, R42] a member finds unread replies and new threads of watched things, marks one as read, undoes that, and marks all: %s',
  async ([root, look], { open }) => {
    const page = await open(look);
    const names = NAMES[look.language ?? 'zh'];
    if (root.startsWith('phone')) {
      await visit(page, `/${root}/me`);
      await page.locator('main').getByRole('link', { name: names.page }).click();
    } else {
      await visit(page, `/${root}`);
      await page.locator('.account button.me').click();
      await page.getByRole('menuitem', { name: names.page }).click();
    }
    const rows = page.locator('.news li');
    await expectSoon(() => rows.count()).toBe(2);
    await rows.first().getByText(names.replies).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await rows.first().getByRole('button').click();
    await rows.first().getByText(names.read, { exact: true }).waitFor();
    await expectSoon(() => readFloor(talk.id)).toBe(3);
    await page.locator('.toast').getByRole('button', { name: names.undo }).click();
    await rows.first().getByText(names.replies).waitFor();
    await expectSoon(() => readFloor(talk.id)).toBe(1);

    await page.getByRole('button', { name: names.all }).click();
    await page.locator('[data-client-page] .state').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.locator('.toast').getByRole('button', { name: names.undo }).click();
    await expectSoon(() => rows.count()).toBe(2);
    await rows.first().locator('.subject').click();
    await page.waitForURL(new RegExp(`/post/${talk.id}#p${talk.replies[1]}$`));
  },
);

test('[R22, R42] by the keyboard J and K move between the rows, M marks one as read and makes it new again, Enter opens it', async ({
  page,
}) => {
  await visit(page, '/zh/me/news');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.locator('.news li').first().waitFor();
  await page.keyboard.press('j');
  expect(await focused()).toBe('怎样给笔记本换电池');
  await page.keyboard.press('j');
  expect(await focused()).toBe('新内核的续航');
  await page.keyboard.press('j');
  expect(await focused(), 'the last one').toBe('新内核的续航');
  await page.keyboard.press('m');
  await expectSoon(() => readFloor(news.id)).toBe(0);
  await page.keyboard.press('m');
  await expectSoon(() => readFloor(news.id)).toBeUndefined();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/post/${talk.id}#p`));
});

test('[R22] a long list continues by its button; a page that couldn’t be loaded is tried again', async ({
  page,
  complaints,
}) => {
  await site.db.execute(sql`
    insert into thread (forum_id, theme_id, user_id, subject, language)
    select forum_id, theme_id, user_id, 'many ' || number, language
    from thread, generate_series(1, 60) number
    where id = ${news.id}`);
  await site.db.execute(sql`
    insert into watch (user_id, kind, target_id, level, chosen)
    values (${me}, 'forum', 1, 'threads', true)`);
  await page.route('**/api/v2/user/news', (route) =>
    route.fulfill({ status: 500, json: { code: 1, err_code: 'internal', msg: '' } }),
  );
  await visit(page, '/zh/me/news');
  await page.locator('[data-client-page] .state').waitFor();
  await expectConsoleMessages(complaints, /status of 500 .*\/user\/news/);
  await page.unroute('**/api/v2/user/news');
  await page.locator('[data-client-page] .state').getByRole('button').click();
  const threads = page.getByRole('region', { name: '新主题' }).locator('li');
  await expectSoon(() => threads.count()).toBe(50);
  const more = page.getByRole('button', { name: '显示更多' });
  await more.click();
  await expectSoon(() => threads.count()).toBeGreaterThan(60);
  await more.waitFor({ state: 'detached' });
});

for (const [root, look] of LOOKS)
  test(`[R30] the home page has a tab that leads a member to unread content: /${root}`, async ({
    open,
  }) => {
    const page = await open(look);
    const name = root.endsWith('zh') ? '未读' : 'Unread';
    const tab = page.locator('.tabs').getByRole('link', { name, exact: true });
    await page.goto(`${site.url}/${root}`);
    await expectSoon(() => tab.count()).toBe(0);
    await visit(page, `/${root}`);
    await tab.click();
    await page.locator(`.news [data-thread="${talk.id}"]`).waitFor();
  });
