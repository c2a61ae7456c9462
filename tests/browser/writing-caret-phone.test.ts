import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, beforeEach, expect } from 'vitest';
import { expectSoon, login, type OpenWindow, test } from '../support/browser.ts';
import { type MadeThread, thread } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { openOnPhone, openReplySheet } from '../support/phone-reply-sheet.ts';
import { chooseInPostMenu } from '../support/post-menu.ts';
import { startSite } from '../support/test-site.ts';
import { openKeyboard, writeLines } from '../support/written-lines.ts';

/* The caret's line stays visible in every phone editor, above the tools, buttons and keyboard. */

const site = await startSite();
const { member: ME, otherMember: OTHER } = PEOPLE;
const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true } as const;
let made: MadeThread;
beforeAll(async () => {
  made = await thread(site.db, { replies: 3, replier: ME });
  // The first rendered page takes longer than the tests' timeout.
  await fetch(`${site.url}/phone/zh/post/${made.id}`);
});
beforeEach(async () => void (await site.db.execute(sql`delete from draft`)));

async function openForm(open: OpenWindow): Promise<Page> {
  const page = await open(PHONE);
  await login(page, site, ME);
  await page.goto(`${site.url}/phone/zh/new?forum=1`);
  await page.locator('.plain textarea').tap();
  return page;
}

/** Positions of the tools and of the bar with the buttons, and whether tabs are shown. */
const bars = (page: Page) =>
  page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    return {
      tools: Math.round(box('.plain .tools')?.bottom ?? 0),
      buttons: Math.round(box('.submit-line')?.top ?? 0),
      end: Math.round(box('.submit-line')?.bottom ?? 0),
      tabs: document.querySelector('.tabbar')?.checkVisibility() ?? false,
    };
  });

test('[R23] sixty lines of a new thread are seen while they are written, with a keyboard over the page and with one that makes it smaller; the tools stand on the bar of the buttons, both on the keyboard, and the tabs go', async ({
  open,
}) => {
  const page = await openForm(open);
  await writeLines(page);
  let { tools, buttons, end, tabs } = await bars(page);
  expect([buttons - tools, end, tabs]).toEqual([0, PHONE.height, false]);

  await openKeyboard(page);
  await writeLines(page, 20);
  ({ tools, buttons, end, tabs } = await bars(page));
  expect([buttons - tools, end, tabs]).toEqual([0, PHONE.height - 300, false]);
  // a button receives a press at its position
  await page.getByRole('button', { name: '预览' }).tap();
  await page.locator('.thread-preview').waitFor();

  const other = await openForm(open);
  await other.setViewportSize({ width: PHONE.width, height: 480 });
  await writeLines(other, 30);
  await other.locator('#thread-subject').evaluate((field: HTMLElement) => field.focus());
  await other.evaluate(() => (document.activeElement as HTMLElement).blur());
  await expectSoon(async () => (await bars(other)).tabs).toBe(true);
});

test('[R24] sixty lines of a reply, of one that is edited and of a comment are seen while they are written', async ({
  open,
}) => {
  const page = await openOnPhone(site, open, PHONE, made.id);
  await openReplySheet(page);
  await writeLines(page, 30);
  await openKeyboard(page);
  await writeLines(page, 30);

  const other = await openOnPhone(site, open, PHONE, made.id);
  const reply = other.locator(`#p${made.replies[1]}`);
  await reply.locator('[data-act="more"]').tap();
  await other.getByRole('menuitem', { name: /编辑/ }).tap();
  await other.getByRole('textbox', { name: '编辑回复' }).tap();
  await other.keyboard.press('Control+End');
  await openKeyboard(other);
  await writeLines(other);
  await reply.getByRole('button', { name: '取消' }).tap();
  await other.locator(`#p${made.replies[0]} [data-act="comment"]`).tap();
  await other.getByRole('textbox', { name: '写评论' }).tap();
  await writeLines(other);
});

test('[R28, R30] sixty lines of a private message and of a report are visible while they are written', async ({
  open,
}) => {
  const page = await open(PHONE);
  await login(page, site, ME);
  await page.goto(`${site.url}/phone/zh/me/letters?with=${OTHER}`);
  await page.getByRole('textbox', { name: /^发给/ }).tap();
  await openKeyboard(page);
  await writeLines(page);

  const { id } = await thread(site.db);
  await page.goto(`${site.url}/phone/zh/post/${id}`);
  await chooseInPostMenu(page, '.post', '举报');
  await page.locator('.dialog textarea').tap();
  await openKeyboard(page);
  await writeLines(page);
});
