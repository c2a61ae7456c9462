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
import { chooseInPostMenu } from '../support/post-menu.ts';
import { startSite } from '../support/test-site.ts';

const site = await startSite();
const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true } as const;
let me: number;
let made: MadeThread;

beforeEach(async () => {
  me = await member(site.db);
  made = await thread(site.db, { replies: 3, subject: '怎样给笔记本换电池' });
});

const saved = async () =>
  (
    await site.db.execute<{ post: number; note: string; remind: Date | null }>(
      sql`
        select post_id as post, note, remind_at as remind
        from bookmark
        where user_id = ${me}
        order by id`,
    )
  ).rows;

async function openThread(page: Page, root: string): Promise<void> {
  await login(page, site, me);
  await page.goto(`${site.url}/${root}/post/${made.id}`);
  await page.locator('.post > .acts [data-act="more"]').waitFor();
}

const LOOKS: readonly (readonly [root: string, look: PageOptions])[] = [
  ['zh', { language: 'zh', colorScheme: 'light' }],
  ['phone/en', { ...PHONE, language: 'en', colorScheme: 'dark' }],
];

test.for(LOOKS)(
  '[R25, R42] a reply is bookmarked from its menu, gets a note and a reminder of the reader’s zone, and is found and taken out on one’s own page: %s',
  async ([root, look], { open }) => {
    const page = await open({ ...look, timezoneId: 'America/New_York' });
    const isEnglish = look.language === 'en';
    await openThread(page, root);
    const reply = `#p${made.replies[1]}`;
    await chooseInPostMenu(page, reply, isEnglish ? 'Bookmark' : '加书签');
    const mark = page.locator(`${reply} [data-act="bookmark"]`);
    await mark.waitFor();
    await page
      .locator('.toast')
      .getByRole('button', { name: isEnglish ? 'Note and reminder' : '备注和提醒' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('换之前看');
    await dialog.getByRole('radio', { name: isEnglish ? 'Choose a time' : '选择时间' }).check();
    const date = dialog.locator('input[type="datetime-local"]');
    await date.fill('2020-01-01T10:00');
    await dialog.locator('button[type="submit"]').click();
    await dialog.getByRole('alert').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const at = new Date(Date.now() + 5 * 24 * 3_600_000).toISOString().slice(0, 10);
    await date.fill(`${at}T12:00`);
    await dialog.locator('button[type="submit"]').click();
    await dialog.waitFor({ state: 'detached' });
    const [bookmark] = await saved();
    expect(bookmark).toMatchObject({ post: made.replies[1], note: '换之前看' });
    expect([16, 17]).toContain(new Date(bookmark?.remind ?? 0).getUTCHours());

    await page.reload();
    await mark.waitFor();
    await page.goto(`${site.url}/${root}/me/bookmarks`);
    const row = page.locator('.bookmarks > li');
    await row.getByText('换之前看').waitFor();
    await expectSoon(() => row.locator('.due').textContent()).toContain('12:00');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.locator('.within input').fill('没有的词');
    await page.keyboard.press('Enter');
    await page.locator('.state').waitFor();
    await page.locator('.state .btn').click();
    await row.getByText('换之前看').waitFor();
    await row.locator('.remove').click();
    await expectSoon(saved).toEqual([]);
    await row.locator('.undo').click();
    await expectSoon(async () => (await saved()).map(({ note }) => note)).toEqual(['换之前看']);
    await row.locator('.subject').click();
    await page.waitForURL((url) => url.hash === `#p${made.replies[1]}`);
  },
);

test('[R25, R42] by keyboard: the menu bookmarks, the mark opens the dialog, and after removal the focus stays at the post', async ({
  page,
}) => {
  await openThread(page, 'zh');
  await page.locator('.post > .acts [data-act="more"]').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: '加书签' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const mark = page.locator('.post > .acts [data-act="bookmark"]');
  await mark.waitFor();
  await expectSoon(async () => (await saved()).length).toBe(1);
  await mark.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: '删除书签' }).click();
  await mark.waitFor({ state: 'detached' });
  expect(await saved()).toEqual([]);
  await expectSoon(() =>
    page.evaluate(() => document.activeElement?.closest('.post > .acts') !== null),
  ).toBe(true);
});

test('[R25] a bookmark that the server refuses disappears, with the reason', async ({ page }) => {
  await openThread(page, 'zh');
  await page.route('**/api/v2/user/bookmark', (route) =>
    route.fulfill({ json: { code: 6, err_code: 'limit', msg: '' } }),
  );
  await chooseInPostMenu(page, '.post', '加书签');
  await page.locator('.toast.bad').waitFor();
  await expectSoon(() => page.locator('.post > .acts [data-act="bookmark"]').count()).toBe(0);
});
