import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeEach, expect } from 'vitest';
import { escapeRegExp } from '#contracts/escape-regexp.ts';
import { accessibilityProblems, expectSoon, login, PHONES, test } from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { openOnPhone, replyField, replySheet, sheetButton } from '../support/phone-reply-sheet.ts';
import {
  findOpenThread,
  MEMBER,
  readLocalDraft,
  replyTextbox,
  sendButton,
} from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';

/* Quoting from the middle of a thread keeps the scroll position; quotes may be partial. */

const site = await startSite();
const thread = await findThread(
  site.db,
  sql`not t.closed and t.last_floor > 45 and t.user_id <> ${MEMBER}`,
);
/** All of its replies are on one page, so a new one is added there. */
const short = await findOpenThread(
  site,
  sql`t.replies_cnt between 8 and 14 and t.last_floor < 16 and t.user_id <> ${MEMBER}`,
);
beforeEach(async () => void (await site.db.execute(sql`delete from draft`)));

const compose = (page: Page) => page.locator('#compose');
const bar = (page: Page) => compose(page).getByRole('button', { name: '写回复' });
const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY));
const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.closest(wanted) != null, selector);
const reply = (page: Page, index: number) =>
  page.locator('#replies > [data-slot="reply"]').nth(index);

async function visit(page: Page, threadId: number): Promise<void> {
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/post/${threadId}`);
  await page.locator('.account .me .av').waitFor();
}

/** Selects the first characters of a text, as a drag does, and ends the drag. */
async function selectText(page: Page, prose: string, length: number): Promise<string> {
  return page.evaluate(
    ([selector, count]) => {
      const root = document.querySelector(selector as string) as Element;
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      let node = texts.nextNode();
      while (node && (node.nodeValue ?? '').trim().length < Number(count)) node = texts.nextNode();
      const start = (node?.nodeValue ?? '').search(/\S/);
      getSelection()?.setBaseAndExtent(node as Node, start, node as Node, start + Number(count));
      return getSelection()?.toString() ?? '';
    },
    [prose, length] as const,
  );
}

test('[R24, R42] a quote from the middle of a long thread opens the composer at the window’s foot: the place stays, the composer is minimised and expanded by keys, and closed; at the end of the thread it is back in its place', async ({
  page,
}) => {
  await visit(page, thread.id);
  const quote = reply(page, 2).locator('[data-act="quote"]');
  await quote.scrollIntoViewIfNeeded();
  const top = await scrollTop(page);
  await quote.click();
  await replyTextbox(page).waitFor();
  await page.locator('.quoting').waitFor();
  expect(await scrollTop(page)).toBe(top);
  const box = await replyTextbox(page).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
  await expectSoon(() => isFocused(page, '[role="textbox"]')).toBe(true);
  await page.keyboard.type('继续写');
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.keyboard.press('Escape');
  await expectSoon(() => bar(page).getAttribute('aria-expanded')).toBe('false');
  await expectSoon(() => replyTextbox(page).isVisible()).toBe(false);
  expect(await isFocused(page, '.dock-toggle')).toBe(true);
  await expectSoon(() => bar(page).textContent()).toContain('继续写');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expectSoon(() => isFocused(page, '[role="textbox"]')).toBe(true);
  await expectSoon(() => bar(page).getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.type('下去');
  await expectSoon(() => replyTextbox(page).innerText()).toBe('继续写下去');

  await compose(page).getByRole('button', { name: '收起' }).click();
  await expectSoon(() => compose(page).locator('.start').textContent()).toBe('继续写：继续写下去');
  await expectSoon(() => quote.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await scrollTop(page)).toBe(top);

  await quote.click();
  await bar(page).waitFor();
  await expectSoon(() => replyTextbox(page).innerText()).toBe('继续写下去');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expectSoon(() => bar(page).count()).toBe(0);
  await expectSoon(() => replyTextbox(page).innerText()).toBe('继续写下去');
});

test('[R24, R42] the composer is resized by keys and by dragging, and a reload retains its height', async ({
  page,
}) => {
  await visit(page, thread.id);
  const handle = page.getByRole('separator', { name: '回复框高度' });
  const height = () =>
    compose(page)
      .locator('.area')
      .evaluate((area) => area.clientHeight);
  await reply(page, 2).locator('[data-act="quote"]').click();
  await handle.focus();
  // docked, the handle is at the upper edge
  const before = await height();
  await page.keyboard.press('ArrowUp');
  await expectSoon(height).toBe(before + 40);
  await expectSoon(() => handle.getAttribute('aria-valuenow')).toBe(String(before + 40));
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('End');
  await expectSoon(height).toBe(580);
  const top = await compose(page).evaluate((one) => one.getBoundingClientRect().top);
  expect(top).toBeGreaterThan(57);

  const box = (await handle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x, box.y + box.height / 2 + 300, { steps: 3 });
  await page.mouse.up();
  await expectSoon(height).toBe(280);

  await page.reload();
  await page.locator('.account .me .av').waitFor();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.locator('[data-act="compose"]').click();
  await replyTextbox(page).waitFor();
  await expectSoon(height).toBe(280);
  await handle.focus();
  await page.keyboard.press('ArrowDown');
  await expectSoon(height).toBe(320);
  await handle.dblclick();
  await expectSoon(height).toBeLessThan(200);
});

test('[R24, R42] sending by the button returns the focus to the editor with a notice; the docked composer retains the scroll position', async ({
  page,
}) => {
  await visit(page, short.id);
  await reply(page, 0).scrollIntoViewIfNeeded();
  const quote = reply(page, 0).locator('[data-act="quote"]');
  await quote.click();
  await bar(page).waitFor();
  const said = `在半路上回的 ${Date.now()}`;
  await replyTextbox(page).fill(said);
  const top = await scrollTop(page);
  await sendButton(page).click();
  await compose(page)
    .locator('[role="status"]')
    .getByText(/已发布在 \d+ 楼/)
    .waitFor();
  await page.locator('#replies > .reply', { hasText: said }).waitFor();
  await expectSoon(() => isFocused(page, '[role="textbox"]')).toBe(true);
  expect(await scrollTop(page)).toBe(top);
  await expectSoon(async () => (await replyTextbox(page).innerText()).trim()).toBe('');
});

test('[R24, R42] a member quotes a selection in a post, with its author, after the existing text; by mouse and by keys', async ({
  page,
}) => {
  await visit(page, short.id);
  const button = page.locator('.quote-selection');
  const first = await selectText(page, '.post > .prose', 4);
  await button.click();
  await replyTextbox(page).locator('blockquote').getByText(first, { exact: true }).waitFor();
  await expectSoon(() => isFocused(page, '[role="textbox"]')).toBe(true);
  await page.keyboard.type('第一处');
  const second = await selectText(page, '#replies > [data-slot="reply"] > .prose', 3);
  await button.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await button.focus();
  await page.keyboard.press('Enter');
  await expectSoon(() => replyTextbox(page).locator('blockquote').count()).toBe(2);
  await expectSoon(() => isFocused(page, '[role="textbox"]')).toBe(true);
  await page.keyboard.type('第二处');
  const id = await reply(page, 0).getAttribute('data-id');
  const author = await reply(page, 0).getAttribute('data-author');
  const html = await readLocalDraft(page, short.id);
  expect(html).toMatch(
    new RegExp(
      `<blockquote>.*${escapeRegExp(first)}</p></blockquote><p>第一处</p><blockquote><p><a class="mention" data-user-id="${author}"[^>]*>@[^<]+</a> <a [^>]*href="/post/${short.id}\\?postId=${id}#p${id}"[^>]*>#\\d+</a></p><p>${escapeRegExp(second)}</p></blockquote><p>第二处</p>$`,
    ),
  );
  await selectText(page, '.post > .prose', 4);
  await button.waitFor();
  await page.keyboard.press('Escape');
  await expectSoon(() => button.count()).toBe(0);
});

test('[R24] a selection beyond one post can’t be quoted, and visitors can’t quote', async ({
  page,
  open,
}) => {
  await visit(page, short.id);
  await selectText(page, '.post > .prose', 4);
  await page.locator('.quote-selection').waitFor();
  await selectText(page, 'h1', 2);
  await expectSoon(() => page.locator('.quote-selection').count()).toBe(0);

  const visitor = await open();
  const requests: string[] = [];
  visitor.on('request', (request) => requests.push(request.url()));
  await visitor.goto(`${site.url}/zh/post/${short.id}`);
  await selectText(visitor, '.post > .prose', 4);
  await visitor.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
  );
  expect(requests.filter((url) => /SelectionQuote|react|islands/.test(url))).toEqual([]);
});

test('[R24, R42] on a phone the sheet retains the scroll position, is closed and reopened with its text, and takes the selection', async ({
  open,
}) => {
  const page = await openOnPhone(site, open, PHONES[0], short.id);
  const quote = reply(page, 1).locator('[data-act="quote"]');
  await quote.scrollIntoViewIfNeeded();
  const top = await scrollTop(page);
  await quote.tap();
  await replyField(page).fill('手机上写的');
  await sheetButton(page, '收起').tap();
  await replySheet(page).waitFor({ state: 'hidden' });
  await expectSoon(() => scrollTop(page)).toBe(top);
  const picked = await selectText(page, '#replies > [data-slot="reply"] > .prose', 3);
  await page.locator('.quote-selection').tap();
  await expectSoon(() => replyField(page).inputValue()).toMatch(
    new RegExp(`^手机上写的\\n\\n> @.+\\n>[^]*${escapeRegExp(picked)}\\n\\n$`),
  );
  await page.keyboard.type('好');
  expect(await readLocalDraft(page, short.id)).toMatch(/<\/blockquote>\s*<p>好<\/p>$/);
});
