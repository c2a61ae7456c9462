import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeEach, expect } from 'vitest';
import { userIdOf } from '../../scripts/seed/people.ts';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  login,
  test,
} from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

/* A member's notifications (R30). */

const site = await startSite();
// The first rendered page takes longer than the tests' timeout.
await fetch(`${site.url}/zh/forums`);
const ME = PEOPLE.member;
const { rows } = await site.db.execute(sql`
  select p.id, p.thread_id as thread, p.floor, t.subject
  from post p
  join thread t on t.id = p.thread_id
  join forum f on f.id = t.forum_id and f.access = 'public'
  where t.state = 'normal' and t.checked and p.state = 'normal' and p.checked and p.floor > 20
  order by p.id
  limit 1`);
const post = rows[0] as { id: number; thread: number; floor: number; subject: string };

const tell = (
  category: number,
  kind: string,
  more: { note?: string; act?: string; post?: boolean } = {},
) =>
  site.db.execute(
    sql`
      insert into notification (
        user_id,
        category,
        kind,
        actor_id,
        thread_id,
        post_id,
        note,
        act
      )
      values (
        ${ME},
        ${category},
        ${kind},
        ${PEOPLE.otherMember},
        ${post.thread},
        ${more.post === false ? null : post.id},
        ${more.note ?? ''},
        ${more.act ?? ''}
      )`,
  );
const notes = (page: Page) => page.locator('.note');
const fresh = (page: Page) => page.locator('.note.fresh');
const unreadInDatabase = async () =>
  (
    await site.db.execute<{ n: number }>(
      sql`select count(*)::int as n from notification where user_id = ${ME} and read_at is null`,
    )
  ).rows[0]?.n;
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^通知/ });

beforeEach(async () => {
  await site.db.execute(sql`delete from notification where user_id = ${ME}`);
  await site.db.execute(sql`delete from post_like where post_id = ${post.id}`);
});

test('[R30] the list at the bell leads to all messages, and a message to the very floor, which reads it', async ({
  page,
}) => {
  await tell(1, 'reply');
  await tell(6, 'mention');
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/forums`);
  await expectSoon(() => bell(page).getAttribute('aria-label')).toBe('通知和私信，2 条未读');
  await bell(page).click();
  await page.getByRole('link', { name: '全部通知' }).click();
  await page.waitForURL(`${site.url}/zh/me/messages`);
  await expectSoon(() => notes(page).count()).toBe(2);
  await expectSoon(() => notes(page).first().innerText()).toContain('提到了你');
  await notes(page).first().getByRole('link', { name: post.subject }).click();
  await page.waitForURL(
    `${site.url}/zh/post/${post.thread}/${Math.ceil(post.floor / 20)}#p${post.id}`,
  );
  await expectSoon(unreadInDatabase).toBe(1);
  await expectSoon(() => bell(page).getAttribute('aria-label')).toBe('通知和私信，1 条未读');
});

const BELL_LOOKS = [
  ['zh', { language: 'zh', colorScheme: 'dark' }, '通知', '全部标为已读'],
  ['en', { language: 'en', colorScheme: 'light' }, 'Notifications', 'Mark all as read'],
] as const;

test.for(BELL_LOOKS)(
  '[R30, R42] the bell opens the latest ten notifications in place, by keys too; they are read and marked there; Escape closes them and gives the focus back: %s',
  async ([lang, look, name, readAll], { open }) => {
    const page = await open(look);
    for (let number = 0; number < 11; number++) await tell(1, 'reply');
    await tell(6, 'mention');
    await login(page, site, ME);
    await page.goto(`${site.url}/${lang}/forums`);
    const link = page.locator('.bell');
    await expectSoon(() => link.getAttribute('aria-label')).toContain('12');
    await link.focus();
    await page.keyboard.press('Enter');
    const latest = page.getByRole('dialog', { name });
    await expectSoon(() => notes(page).count()).toBe(10);
    expect(new URL(page.url()).pathname).toBe(`/${lang}/forums`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await latest.waitFor({ state: 'detached' });
    await expectSoon(() => link.evaluate((one) => one === document.activeElement)).toBe(true);

    await link.click();
    await notes(page).first().locator('.does button').first().click();
    await expectSoon(unreadInDatabase).toBe(11);
    await latest.getByRole('button', { name: readAll }).click();
    await expectSoon(() => fresh(page).count()).toBe(0);
    await expectSoon(unreadInDatabase).toBe(0);
    await link.click();
    await latest.waitFor({ state: 'detached' });
    await link.click();
    await notes(page).first().getByRole('link', { name: post.subject }).click();
    await page.waitForURL(new RegExp(`/${lang}/post/${post.thread}/.*#p${post.id}$`));
  },
);

test('[R30] the list at the bell leads to the unread private messages that the bell counts', async ({
  page,
}) => {
  const {
    rows: [letter],
  } = await site.db.execute<{ id: number }>(
    sql`
      insert into letter (sender_id, receiver_id, html, source, policy)
      values (${PEOPLE.otherMember}, ${ME}, '<p>在吗</p>', '<p>在吗</p>', 0)
      returning id`,
  );
  await tell(1, 'reply');
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/forums`);
  await expectSoon(() => bell(page).getAttribute('aria-label')).toBe('通知和私信，2 条未读');
  await bell(page).click();
  await page.getByRole('link', { name: '1 条未读私信' }).click();
  await page.waitForURL(`${site.url}/zh/me/letters`);
  await site.db.execute(sql`delete from letter where id = ${letter?.id}`);
});

test('[R30] the bell is still a link: opened in a new tab it is the page of messages', async ({
  page,
}) => {
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/forums`);
  await page.locator('.account .me .av').waitFor();
  // checks whether the browser would open a tab, and prevents it
  const isLeftToBrowser = page.evaluate(
    () =>
      new Promise<boolean>((resolve) =>
        addEventListener(
          'click',
          (event) => {
            resolve(!event.defaultPrevented);
            event.preventDefault();
          },
          { once: true },
        ),
      ),
  );
  await bell(page).click({ modifiers: ['ControlOrMeta'] });
  expect(await isLeftToBrowser).toBe(true);
  await expectSoon(() => bell(page).getAttribute('href')).toBe('/zh/me/messages');
  await expectSoon(() => page.locator('.bell-list').count()).toBe(0);
});

test('[R30] categories have their unread counts and their own notifications', async ({ page }) => {
  for (const [category, kind] of [
    [1, 'reply'],
    [2, 'quote'],
    [2, 'comment'],
    [3, 'moderation'],
  ] as const)
    await tell(
      category,
      kind,
      kind === 'moderation' ? { note: '移到了更合适的版块', act: 'thread.move' } : {},
    );
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/me/messages`);
  const kinds = page.getByRole('navigation', { name: '通知分类' });
  await kinds.getByRole('link', { name: /^全部 4 条未读/ }).waitFor();
  await kinds.getByRole('link', { name: /^我的回复 2 条未读/ }).click();
  await page.waitForURL(/category=2/);
  await expectSoon(() => notes(page).count()).toBe(2);
  await expectSoon(() => kinds.locator('[aria-current]').innerText()).toMatch(/^我的回复/);
  await kinds.getByRole('link', { name: /^系统/ }).click();
  await notes(page)
    .filter({ hasText: `你的主题“${post.subject}”已移动到“` })
    .filter({ hasText: '理由：移到了更合适的版块' })
    .waitFor();
  await notes(page).getByText('关于你的主题').waitFor();
});

test('[R30] likes of one reply are one message with names and how many others', async ({
  page,
}) => {
  await site.db.execute(
    sql`
      insert into post_like (user_id, post_id, created_at)
      select id, ${post.id}, now() - (id - 10000) * interval '1 minute'
      from "user"
      where id between ${PEOPLE.otherMember} and ${userIdOf('kenji')}`,
  );
  await site.db.execute(sql`update post set likes_cnt = 7 where id = ${post.id}`);
  await tell(2, 'like');
  const { rows: people } = await site.db.execute<{ nickname: string }>(
    sql`
      select nickname
      from "user"
      where id in (${PEOPLE.otherMember}, ${PEOPLE.fourthMember})
      order by id`,
  );
  await login(page, site, ME);
  await page.goto(`${site.url}/en/me/messages`);
  await expectSoon(() => notes(page).first().innerText()).toContain(
    `${people[0]?.nickname}, ${people[1]?.nickname} and 5 others found your reply helpful`,
  );
});

test('[R30] one notification is marked as read, then all others; one is deleted, or restored', async ({
  page,
}) => {
  await tell(1, 'reply');
  await tell(1, 'reply');
  await tell(6, 'mention');
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/me/messages`);
  await fresh(page).first().getByRole('button', { name: '标为已读' }).click();
  await expectSoon(() => fresh(page).count()).toBe(2);
  await expectSoon(unreadInDatabase).toBe(2);
  await page.getByRole('button', { name: '全部标为已读' }).click();
  await expectSoon(() => fresh(page).count()).toBe(0);
  await expectSoon(unreadInDatabase).toBe(0);
  await expectSoon(() => bell(page).getAttribute('aria-label')).toBe('通知');
  await expectSoon(() => page.getByRole('button', { name: '全部标为已读' }).count()).toBe(0);

  await notes(page).first().getByRole('button', { name: '删除通知' }).click();
  const undo = page.getByRole('button', { name: '撤销' });
  await expectSoon(() => undo.evaluate((button) => button === document.activeElement)).toBe(true);
  await undo.click();
  await notes(page).first().getByText('提到了你').waitFor();
  await notes(page).first().getByRole('button', { name: '删除通知' }).click();
  await undo.waitFor();
  await page.goto(`${site.url}/zh/forums`); // leaving the page confirms the choice
  await expectSoon(
    async () =>
      (await site.db.execute(sql`select kind from notification where user_id = ${ME}`)).rows,
  ).toEqual([{ kind: 'reply' }, { kind: 'reply' }]);
});

test('[R30] notifications have pages, and deleted targets are marked', async ({ page }) => {
  await site.db.execute(
    sql`
      insert into notification (
        user_id,
        category,
        kind,
        actor_id,
        thread_id,
        post_id,
        read_at
      )
      select
        ${ME},
        1,
        'reply',
        ${PEOPLE.otherMember},
        ${post.thread},
        ${post.id},
        now()
      from generate_series(1, 21)`,
  );
  await site.db.execute(
    sql`
      insert into notification (
        user_id,
        category,
        kind,
        actor_id,
        thread_id,
        post_id
      )
      select
        ${ME},
        1,
        'reply',
        ${PEOPLE.otherMember},
        id,
        null
      from thread
      where state = 'deleted'
      limit 1`,
  );
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/me/messages?category=1`);
  await expectSoon(() => notes(page).count()).toBe(20);
  const { rows: gone } = await site.db.execute(sql`select 1 from thread where state = 'deleted'`);
  if (gone.length > 0) await notes(page).first().getByText('内容已不可见').waitFor();
  await page.getByRole('link', { name: '下一页' }).click();
  await page.waitForURL(/category=1&page=2/);
  await expectSoon(() => notes(page).count()).toBeGreaterThan(0);
  await page.goto(`${site.url}/zh/me/messages?category=1&page=9`);
  await page.getByRole('heading', { name: '这一页没有通知' }).waitFor();
});

test('[R18, R30, R42] a list that doesn’t come says so in its place, and comes when asked again; failed, empty and filled it has no barrier: Chinese and light, English and dark, wide and narrow', async ({
  page,
  complaints,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await login(page, site, ME);
  for (const [language, colorScheme, width, again] of [
    ['zh', 'light', 1440, '重试'],
    ['en', 'dark', 1000, 'Try again'],
  ] as const) {
    const look = `${language}, ${colorScheme}`;
    await site.db.execute(sql`delete from notification where user_id = ${ME}`);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.route('**/api/v1/user/msg?**', (route) =>
      route.fulfill({ status: 500, json: { code: 500, msg: 'x', err_code: 'internal' } }),
    );
    await page.goto(`${site.url}/${language}/me/messages`);
    await page.locator('[data-problem="500"]').waitFor();
    expect(await accessibilityProblems(page), `${look}: failed`).toEqual([]);
    await page.unroute('**/api/v1/user/msg?**');
    if (language === 'zh') {
      await page.route('**/api/v1/user/msg?**', (route) => route.abort());
      await page.getByRole('button', { name: again }).click();
      await page.getByRole('alert').getByText('无法连接服务器').waitFor();
      await page.unroute('**/api/v1/user/msg?**');
    }
    await page.getByRole('button', { name: again }).click();
    await page.locator('.state:not([role])').waitFor();
    if (language === 'zh') await page.getByRole('heading', { name: '还没有通知' }).waitFor();
    expect(await accessibilityProblems(page), `${look}: empty`).toEqual([]);
    await tell(1, 'reply');
    await tell(3, 'moderation', { note: 'a'.repeat(300) });
    await page.reload();
    await expectSoon(() => notes(page).count()).toBe(2);
    await expectSoon(() =>
      page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    ).toBe(true);
    expect(await accessibilityProblems(page), `${look}: filled`).toEqual([]);
    await notes(page).first().locator('.does button').last().click();
    await page.locator('.note.leaving').waitFor();
    expect(await accessibilityProblems(page), `${look}: one is leaving`).toEqual([]);
  }
  await expectConsoleMessages(
    complaints,
    /net::ERR_FAILED .*\/api\/v1\/user\/msg/,
    /status of 500 .*\/api\/v1\/user\/msg/,
  );
});
