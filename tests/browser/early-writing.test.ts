import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeEach } from 'vitest';
import { expectSoon, login, PHONES, test } from '../support/browser.ts';
import { openOnPhone, replyField } from '../support/phone-reply-sheet.ts';
import {
  earlyField,
  findOpenThread,
  MEMBER,
  readLocalDraft,
  replyTextbox,
} from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';
import {
  chooseTheme,
  messageTextbox,
  subjectField,
  submitButton,
} from '../support/thread-form-page.ts';

/* On a slow connection a plain field takes text until the editor has loaded. */

const site = await startSite();
const thread = await findOpenThread(site);
beforeEach(async () => void (await site.db.execute(sql`delete from draft`)));

/** 50 kB/s with 400 ms between a request and its reply. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

/** Records whether a field has the focus once the page has handled the first click. */
const watchFirstClick = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('click', () => {
      (window as { focused?: boolean }).focused ??=
        document.activeElement instanceof HTMLTextAreaElement;
    }),
  );
const wasFocusedByClick = (page: Page) =>
  page.evaluate(() => (window as { focused?: boolean }).focused);
const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

test('[R24, R42] on a slow line a member writes at once after the click, before any script of the page is there; the rich editor takes text, cursor and focus over', async ({
  page,
}) => {
  await login(page, site, MEMBER);
  await watchFirstClick(page);
  await slowDown(page);
  await page.goto(`${site.url}/zh/post/${thread.id}`, { waitUntil: 'commit' });
  await page.locator('#compose .start').click();
  await earlyField(page).waitFor();
  await expectSoon(() => wasFocusedByClick(page)).toBe(true);
  await page.keyboard.type('first  <line> ');
  await page.keyboard.press('Enter');
  await page.keyboard.type('second');
  await page.keyboard.press('Home');
  await expectSoon(() => isFocused(page, '.early textarea, [role="textbox"]')).toBe(true);
  await page.keyboard.type('the ');
  await replyTextbox(page).waitFor();
  await expectSoon(() => isFocused(page, '[role="textbox"]')).toBe(true);
  await page.keyboard.type('very ');
  await expectSoon(() => replyTextbox(page).locator('p').allTextContents()).toEqual([
    'first  <line> ',
    'the very second',
  ]);
  await expectSoon(() => readLocalDraft(page, thread.id)).toContain('the very second');
});

test('[R24, R42] so it is on a phone, with the sheet', async ({ open }) => {
  const page = await open(PHONES[0]);
  await login(page, site, MEMBER);
  await watchFirstClick(page);
  await slowDown(page);
  await page.goto(`${site.url}/phone/zh/post/${thread.id}`, { waitUntil: 'commit' });
  await page.locator('#compose .start').tap();
  await earlyField(page).waitFor();
  await expectSoon(() => wasFocusedByClick(page)).toBe(true);
  await page.keyboard.type('一 **粗**');
  await page.keyboard.press('Enter');
  await page.keyboard.type('三');
  await page.keyboard.press('Home');
  await replyField(page).waitFor();
  await expectSoon(() => replyField(page).evaluate((area) => area === document.activeElement)).toBe(
    true,
  );
  await page.keyboard.type('二');
  await expectSoon(() => replyField(page).inputValue()).toBe('一 **粗**\n二三');
  await expectSoon(() => readLocalDraft(page, thread.id)).toContain('<strong>粗</strong>');
});

/** Holds back the editors' files; resolves with their release. */
async function holdEditors(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // requests of the phone's service worker can't be held back
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined }),
  );
  await page.route(
    /\/(ReplyEditor|RichEditor|PlainEditor|ReplySheet|CommentForm)\.[^/]+\.js$/,
    async (route) => {
      await promise;
      await route.continue();
    },
  );
  return resolve;
}

test('[R24, R27] parts of a draft that a plain field can’t hold stay, and typed text follows them; an input method’s word is finished first', async ({
  page,
}) => {
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/robots.txt`);
  await page.evaluate(
    ([key, kept]) => localStorage.setItem(key as string, kept as string),
    [
      `draft:${MEMBER}:${thread.id}-0:older`,
      JSON.stringify({
        content: { html: '<p><strong>粗</strong></p>' },
        at: Date.now(),
        id: 0,
        base: '',
        dirty: true,
      }),
    ],
  );
  const letCome = await holdEditors(page);
  await page.goto(`${site.url}/zh/post/${thread.id}`);
  const start = page.locator('#compose .start');
  await expectSoon(() => start.textContent()).toBe('继续写：粗');
  await start.click();
  await page.locator('.early').getByText('粗', { exact: true }).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
  letCome();
  await page.locator('#compose [role="textbox"]').waitFor({ state: 'attached' });
  await expectSoon(() => earlyField(page).count()).toBe(1);
  await session.send('Input.insertText', { text: '你好' });
  await replyTextbox(page).waitFor();
  await page.keyboard.type('啊');
  await expectSoon(() => replyTextbox(page).locator('p').allTextContents()).toEqual([
    '粗',
    '你好啊',
  ]);
  await expectSoon(() => replyTextbox(page).locator('strong').textContent()).toBe('粗');
});

test('[R23, R24] so it is with a new thread’s message and with a comment', async ({
  page,
  open,
}) => {
  await login(page, site, MEMBER);
  const letCome = await holdEditors(page);
  await page.goto(`${site.url}/zh/new`);
  const early = page.locator('.writing .early textarea');
  await early.fill('正文的开头');
  letCome();
  await messageTextbox(page).waitFor();
  await expectSoon(() => isFocused(page, '[role="textbox"]')).toBe(true);
  await page.keyboard.type('，后面');
  await expectSoon(() => messageTextbox(page).innerText()).toBe('正文的开头，后面');

  const desktop = await open();
  await login(desktop, site, MEMBER);
  await desktop.goto(`${site.url}/zh/post/${thread.id}`);
  await desktop.locator('.account .me .av').waitFor();
  for (const other of [desktop, await openOnPhone(site, open, PHONES[0], thread.id)]) {
    const letFormCome = await holdEditors(other);
    await other.locator('#replies [data-act="comment"]').first().click();
    const field = other.getByRole('textbox', { name: '写评论' });
    await expectSoon(() => field.evaluate((area) => area === document.activeElement)).toBe(true);
    await other.keyboard.type('先写');
    letFormCome();
    await other.getByRole('button', { name: '发表评论' }).waitFor();
    await other.keyboard.type('着');
    await expectSoon(() => field.inputValue()).toBe('先写着');
  }
});

test('[R23] on a phone a thread isn’t sent before its editor has come, which knows Markdown', async ({
  open,
}) => {
  const page = await open(PHONES[0]);
  await login(page, site, MEMBER);
  const letCome = await holdEditors(page);
  await page.goto(`${site.url}/phone/zh/new?forum=1`);
  const early = page.locator('.writing .early textarea');
  await early.waitFor();
  await chooseTheme(page, 1);
  await subjectField(page).fill('编辑器之前写的主题');
  await early.fill('## 早写的标题\n\n早写的正文');
  await subjectField(page).press('Enter');
  await expectSoon(() => submitButton(page).getAttribute('aria-disabled')).toBe('true');
  letCome();
  await submitButton(page).tap();
  await page.waitForURL(/\/phone\/zh\/post\/\d+$/);
  await expectSoon(() => page.locator('.post .prose h2').textContent()).toBe('早写的标题');
});
