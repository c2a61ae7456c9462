import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { expectSoon, login, type OpenWindow, PHONES, test } from '../support/browser.ts';
import { type FoundThread, findThread } from '../support/find-thread.ts';
import { appointModerators, MODERATOR, OTHER } from '../support/moderation-api.ts';
import {
  createWriter,
  dialog,
  replyArticle,
  uniqueWord,
  waitUntilPublished,
} from '../support/moderation-pages.ts';
import { replySheet } from '../support/phone-reply-sheet.ts';
import { chooseInPostMenu } from '../support/post-menu.ts';
import { findOpenThread, MEMBER } from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';

/* "Back" on phones, in browser or system: it closes the open overlay, or leaves the page. */

const site = await startSite();
const [small, wide] = PHONES;
let thread: FoundThread;
let long: FoundThread;
beforeAll(async () => {
  await appointModerators(site.db);
  thread = await findOpenThread(
    site,
    sql`t.replies_cnt between 4 and 10 and t.last_floor < 15 and t.user_id <> ${MEMBER}`,
  );
  long = await findThread(site.db, sql`not t.closed and t.last_floor > 45`);
  // The first rendered page takes longer than the tests' timeout.
  await fetch(`${site.url}/phone/zh/post/${thread.id}`);
});
beforeEach(async () => void (await site.db.execute(sql`delete from draft`)));

const before = () => `${site.url}/phone/zh/about/privacy`;
const text = (page: Page) => replySheet(page).getByRole('textbox', { name: '写回复' });
const menu = (page: Page) => page.getByRole('menu');
const top = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** Opens a thread's page from another page. */
async function arrive(
  open: OpenWindow,
  { userId = MEMBER, at = thread.id, phone = small as (typeof PHONES)[number] } = {},
): Promise<Page> {
  const page = await open(phone);
  await page.goto(before());
  await login(page, site, userId);
  await page.goto(`${site.url}/phone/zh/post/${at}`);
  await page.locator('.reply [data-act="more"]').first().waitFor();
  return page;
}

/** Number of the page's history entries for overlays. */
const entries = (page: Page) =>
  page.evaluate(() => (history.state as { sheets?: number } | null)?.sheets ?? 0);

/** Waits until the history has no entry of a closed overlay, so that "back" leaves the page. */
async function leavesAtOnce(page: Page): Promise<void> {
  await expectSoon(() => entries(page)).toBe(0);
  await page.goBack();
  await page.waitForURL(before());
}

describe('[R24] [R27] the composer’s sheet', () => {
  test('is closed by going back, with its text, without moving the page; it stays while an overlay above it is closed', async ({
    open,
  }) => {
    const page = await arrive(open, { at: long.id });
    const address = page.url();
    await page.locator('.reply').nth(3).locator('[data-act="quote"]').tap();
    const place = await top(page);
    expect(place).toBeGreaterThan(200);
    await text(page).fill('写到一半');
    await page.goBack();
    await replySheet(page).waitFor({ state: 'hidden' });
    expect([page.url(), await top(page)]).toEqual([address, place]);
    await page.locator('#compose').getByText('写到一半').tap();
    await expectSoon(() => text(page).inputValue()).toBe('写到一半');
    await expectSoon(() => replySheet(page).locator('.quoting').count()).toBe(1);
    await replySheet(page).getByRole('button', { name: '更多格式' }).tap();
    await menu(page).waitFor();
    await expectSoon(() => entries(page)).toBe(2);
    await page.goBack();
    await menu(page).waitFor({ state: 'detached' });
    await expectSoon(() => replySheet(page).isVisible()).toBe(true);
    await expectSoon(() => text(page).inputValue()).toBe('写到一半');
    await page.goBack();
    await replySheet(page).waitFor({ state: 'hidden' });
    expect(page.url()).toBe(address);
    await leavesAtOnce(page);
  });

  test('is closed after a reload, and leaves nothing in the history after a sent reply, nor moves the page', async ({
    open,
  }) => {
    const page = await arrive(open);
    await page.locator('[data-act="compose"]').tap();
    await text(page).fill('重新载入');
    await page.reload();
    await page.locator('#compose').getByText('重新载入').waitFor();
    await expectSoon(() => entries(page)).toBe(0);
    await page.locator('[data-act="compose"]').tap();
    const said = `一句话 ${Date.now()}`;
    await text(page).fill(said);
    await replySheet(page).getByRole('button', { name: '发送' }).tap();
    const own = page.locator('#replies > .reply', { hasText: said });
    await own.waitFor();
    // the published reply replaces it meanwhile
    await own.evaluate((reply) => reply.scrollIntoView({ block: 'nearest' }));
    const place = await top(page);
    await expectSoon(() => entries(page)).toBe(0);
    expect(await top(page)).toBe(place);
    await leavesAtOnce(page);
  });
});

interface Openable {
  name: string;
  press(page: Page): Promise<void>;
  /** The element that shows that it is open. */
  shown(page: Page): ReturnType<Page['locator']>;
}

/** Overlays on a thread's page, by the role that opens them. */
const OPEN: readonly (readonly [who: string, userId: number, readonly Openable[]])[] = [
  [
    'a member',
    MEMBER,
    [
      {
        name: 'the sheet that shares the thread',
        press: (page) => page.locator('[data-act="share"]').tap(),
        shown: (page) => page.locator('.sharing'),
      },
      {
        name: 'the dialog that reports a reply',
        press: (page) => chooseInPostMenu(page, '.reply:first-of-type', '举报'),
        shown: (page) => dialog(page).getByRole('radio').first(),
      },
      {
        name: 'the list of pages',
        press: (page) => page.locator('.replybar summary').tap(),
        shown: (page) => page.locator('.replybar .pages'),
      },
    ],
  ],
  [
    'a moderator',
    MODERATOR,
    [
      {
        name: 'the menu',
        press: (page) => page.locator('.post [data-act="moderate"]').tap(),
        shown: menu,
      },
      {
        name: 'the boxes of choosing several',
        press: async (page) => {
          await chooseAct(page, '批量选择回复');
          // Until the menu is removed, it handles the Escape key.
          await page.locator('.positioner').waitFor({ state: 'detached' });
        },
        shown: (page) => page.getByRole('region', { name: '批量操作' }),
      },
      {
        name: 'a dialog that the menu opened',
        press: (page) => chooseAct(page, '移动'),
        shown: (page) => dialog(page).getByRole('combobox').first(),
      },
    ],
  ],
];

async function chooseAct(page: Page, name: string): Promise<void> {
  await page.locator('.post [data-act="moderate"]').tap();
  await menu(page).getByRole('menuitem', { name, exact: true }).tap();
}

test.for(OPEN)(
  '[R42] going back closes everything that %s opens, and closing it by other means leaves nothing in the history',
  async ([, userId, openables], { open }) => {
    const { id } = await findThread(
      site.db,
      sql`
        t.forum_id = 1
        and t.last_floor > 25
        and not t.closed
        and t.user_id not in (${MODERATOR}, ${MEMBER})`,
    );
    const page = await arrive(open, { userId, at: id, phone: wide });
    const address = page.url();
    const ways = [() => page.goBack(), () => page.keyboard.press('Escape')];
    for (const { name, press, shown } of openables)
      for (const closeSheet of ways) {
        await press(page);
        await shown(page).waitFor();
        await expectSoon(() => entries(page), name).toBe(1);
        await closeSheet();
        await shown(page).waitFor({ state: 'hidden' });
        await expectSoon(() => entries(page), name).toBe(0);
        expect(page.url(), name).toBe(address);
      }
    await leavesAtOnce(page);
  },
);

test('[R29] a question above a dialog is put away by itself, and one dialog that another has taken the place of with one step', async ({
  open,
}) => {
  const member = await createWriter(site, MEMBER);
  const id = await member.thread(uniqueWord());
  const reply = await (await createWriter(site, OTHER)).reply(id, uniqueWord());
  await site.db.execute(
    sql`
      insert into warning (user_id, moderator_id, thread_id, note)
      values (${OTHER}, ${MODERATOR}, ${id}, '请注意')`,
  );
  await waitUntilPublished(site, `/phone/zh/post/${id}`, reply);
  const page = await arrive(open, { userId: MODERATOR, at: id });
  await replyArticle(page, reply).locator('[data-act="moderate"]').tap();
  await menu(page).getByRole('menuitem', { name: '警告作者' }).tap();
  await dialog(page).locator('summary').tap();
  await dialog(page).getByRole('button', { name: '撤回' }).first().tap();
  await expectSoon(() => page.locator('.dialog').count()).toBe(2);
  await page.goBack();
  await expectSoon(() => page.locator('.dialog').count()).toBe(1);
  await page.goBack();
  await expectSoon(() => page.locator('.dialog').count()).toBe(0);
  await replyArticle(page, reply).locator('[data-act="moderate"]').tap();
  await menu(page).getByRole('menuitem', { name: '封禁作者' }).tap();
  await dialog(page).getByRole('combobox').waitFor();
  await page.goBack();
  await expectSoon(() => page.locator('.dialog').count()).toBe(0);
  await leavesAtOnce(page);
});

test('[R4] a list that has grown is back with its place after a thread on which sheets were opened and a menu’s link was followed', async ({
  open,
}) => {
  const mine = await findThread(site.db, sql`t.user_id = ${MEMBER} and not t.closed`);
  const page = await open(small);
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/phone/zh/user/${MEMBER}`);
  const row = page.locator('.row').filter({ has: page.locator(`a[href$="/post/${mine.id}"]`) });
  await expectSoon(async () => {
    await page
      .locator('.turn')
      .scrollIntoViewIfNeeded({ timeout: 1_000 })
      .catch(() => undefined);
    return row.count();
  }).toBe(1);
  await row.scrollIntoViewIfNeeded();
  const place = await top(page);
  await row.locator('.subject').tap();
  await page.locator('.post [data-act="more"]').tap();
  await menu(page).getByRole('menuitem', { name: '编辑' }).tap();
  await page.waitForURL(/\/phone\/zh\/edit\?id=/);
  await page.goBack();
  await page.waitForURL(new RegExp(`/post/${mine.id}$`));
  await page.locator('.post [data-act="more"]').waitFor();
  await expectSoon(() => menu(page).count()).toBe(0);
  await page.goBack();
  await page.waitForURL(new RegExp(`/user/${MEMBER}$`));
  await expectSoon(() => top(page)).toBe(place);
});

test('[R23] a thread that is deleted from its menu leaves nothing of the question in the history', async ({
  open,
}) => {
  const id = await (await createWriter(site, MEMBER)).thread(uniqueWord());
  await waitUntilPublished(site, `/phone/zh/post/${id}`);
  const page = await open(small);
  await page.goto(before());
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/phone/zh/post/${id}`);
  await page.locator('.post [data-act="more"]').tap();
  await menu(page).getByRole('menuitem', { name: '删除' }).tap();
  await dialog(page).getByRole('button', { name: '删除' }).tap();
  await page.waitForURL(/\/phone\/zh\/forum\/1$/);
  await page.goBack();
  await page.waitForURL(new RegExp(`/post/${id}$`));
  await page.goBack();
  await page.waitForURL(before());
});

test('[R31] on the desktop site going back leaves the page, also with an open overlay', async ({
  page,
}) => {
  await page.goto(`${site.url}/zh/about/privacy`);
  await page.goto(`${site.url}/zh/post/${thread.id}`);
  await page.locator('[data-act="share"]').click();
  await dialog(page).waitFor();
  await page.goBack();
  await page.waitForURL(`${site.url}/zh/about/privacy`);
});
