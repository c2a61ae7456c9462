import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, beforeEach, expect } from 'vitest';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  login,
  test,
} from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';
import {
  draftLine,
  messageTextbox,
  replaceMessage,
  subjectField,
  waitForAutosave,
  waitUntilSaved,
} from '../support/thread-form-page.ts';

const site = await startSite();
const MEMBER = PEOPLE.member;
const OTHER = PEOPLE.thirdMember;
/** A member whose closing page may still send its draft; no other test counts these drafts. */
const LEAVING = PEOPLE.fifthMember;

let thread: { id: number };
beforeAll(async () => {
  thread = await findThread(site.db, sql`not t.closed and t.replies_cnt between 2 and 10`);
});
beforeEach(async () => {
  await site.db.execute(sql`delete from draft`);
});

const newThread = async (page: Page, query = '?forum=1') => {
  await page.goto(`${site.url}/zh/new${query}`);
  await messageTextbox(page).waitFor();
};
const list = (page: Page) => page.locator('.drafts li');
const stored = async (userId: number = MEMBER) =>
  (
    await site.db.execute<{ body: { subject?: string; message?: string } }>(
      sql`select body from draft where user_id = ${userId} order by updated_at`,
    )
  ).rows.map(({ body }) => body.subject || body.message);
const DRAFT_CALLS = '**/api/v1/thread/draft*';

test('[R27] a draft is on the server within two seconds of a pause, and another device finds it; of parallel edits, the newer one wins and the older one becomes a second draft', async ({
  page,
  open,
}) => {
  await login(page, site, MEMBER);
  await page.clock.install();
  await newThread(page);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await subjectField(page).fill('电脑上写的');
  await replaceMessage(page, '第一句');
  await page.clock.runFor(2_000);
  await expectSoon(() => stored()).toEqual(['电脑上写的']);
  await page.clock.resume();
  await expectSoon(() => page.url()).toMatch(/draft=\d+/);

  const other = await open();
  await login(other, site, MEMBER);
  await other.clock.install();
  await newThread(other, '');
  await other.getByText('有一篇未完成的草稿“电脑上写的”').waitFor();
  await other.getByRole('link', { name: '继续写' }).click();
  await expectSoon(() => subjectField(other).inputValue()).toBe('电脑上写的');
  await replaceMessage(other, '第一句，第二句');
  await waitForAutosave(other);
  const { rows } = await site.db.execute(
    sql`select body ->> 'message' as message from draft where user_id = ${MEMBER}`,
  );
  expect(rows).toEqual([{ message: '<p>第一句，第二句</p>' }]);
  await page.reload();
  await expectSoon(() => messageTextbox(page).textContent()).toBe('第一句，第二句');

  await subjectField(other).fill('另一台改的');
  await waitForAutosave(other);
  expect(await stored()).toEqual(['另一台改的']);
  await subjectField(page).fill('这一台后改的');
  await waitUntilSaved(page); // an older call that ends later
  expect(await stored()).toEqual(['另一台改的', '这一台后改的']);
});

test('[R27] a session that ends leaves the text on the page and in the browser; it is not saved under another login, and nobody else sees it', async ({
  page,
  complaints,
}) => {
  await login(page, site, MEMBER);
  await page.clock.install();
  await newThread(page);
  await subjectField(page).fill('掉线前写的');
  await waitForAutosave(page);
  await site.db.execute(sql`delete from session where user_id = ${MEMBER}`);
  await replaceMessage(page, '掉线后接着写');
  await page.clock.runFor(1_300);
  await draftLine(page).getByText('登录已失效').waitFor();
  await expectSoon(() => messageTextbox(page).textContent()).toBe('掉线后接着写');
  await expectSoon(() =>
    draftLine(page).getByRole('link', { name: '登录' }).getAttribute('href'),
  ).toContain('return_url');
  expect(await accessibilityProblems(page)).toEqual([]);

  await login(page, site, OTHER);
  await replaceMessage(page, '掉线后接着写，别人登录了');
  await page.clock.runFor(1_300);
  await draftLine(page).getByText('已登录其他账号').waitFor();
  expect(await stored(OTHER)).toEqual([]);
  await newThread(page, '');
  await expectSoon(() => subjectField(page).inputValue()).toBe('');
  await expectSoon(() => page.locator('main').textContent()).not.toContain('掉线');
  await page.goto(`${site.url}/zh/me/drafts`);
  await page.getByRole('heading', { name: '没有草稿' }).waitFor();
  await expectSoon(() => page.locator('main').textContent()).not.toContain('掉线');

  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/me/drafts`);
  await list(page).getByText('掉线后接着写').waitFor();
  await expectConsoleMessages(complaints, /status of 401 .*\/api\/v1\//);
});

test('[R27] a tab that crashes within a word loses nothing; while the API is unavailable drafts are stored locally, and saved afterwards; without local storage and server, the browser warns before the page is left', async ({
  page: crashing,
  complaints,
}) => {
  await crashing.route(DRAFT_CALLS, (route) => route.abort());
  await login(crashing, site, LEAVING);
  await crashing.clock.install();
  await newThread(crashing);
  await subjectField(crashing).fill('崩溃之前写的标题');
  await replaceMessage(crashing, '最后一个字');
  await crashing.clock.runFor(1_300);
  await draftLine(crashing).getByText('恢复后自动同步').waitFor();
  const crashed = new Promise((resolve) => crashing.once('crash', resolve));
  void crashing.goto('chrome://crash').catch(() => undefined);
  await crashed;
  await crashing.close();
  const page = await crashing.context().newPage();
  await newThread(page);
  await expectSoon(() => subjectField(page).inputValue()).toBe('崩溃之前写的标题');
  await expectSoon(() => messageTextbox(page).textContent()).toBe('最后一个字');
  await page.getByText('继续写之前的草稿').waitFor();
  await waitForAutosave(page);
  expect(await stored(LEAVING)).toEqual(['崩溃之前写的标题']);

  await page.route('**/api/**', (route) => route.abort());
  await subjectField(page).fill('断网时写的');
  await page.clock.runFor(1_300);
  await draftLine(page).getByText('恢复后自动同步').waitFor();
  expect(await stored(LEAVING)).toEqual(['崩溃之前写的标题']);
  await page.unroute('**/api/**');
  await expectSoon(async () => {
    await page.clock.runFor(1_300);
    return stored(LEAVING);
  }).toEqual(['断网时写的']);
  await waitUntilSaved(page);

  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.route(DRAFT_CALLS, (route) => route.abort());
  await subjectField(page).click();
  await page.keyboard.type('哪里都没有存');
  await draftLine(page).getByText('草稿保存失败').waitFor();
  const asked = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await expectConsoleMessages(complaints, /net::ERR_FAILED .*\/api\/v1\/thread\/draft/);
});

test('[R27] a reply is found on another device, with its quote, and its draft is deleted once it is sent', async ({
  page,
  open,
}) => {
  await login(page, site, MEMBER);
  await page.clock.install();
  await page.goto(`${site.url}/zh/post/${thread.id}`);
  await page.locator('[data-slot="reply"] [data-act="quote"]').nth(1).click();
  const box = (one: Page) => one.locator('.editor [role="textbox"]');
  await box(page).click();
  await page.keyboard.insertText(`回到一半 ${thread.id}`);
  await page.clock.runFor(1_300);
  await page.getByText('草稿已保存').waitFor();

  const other = await open();
  await login(other, site, MEMBER);
  await other.goto(`${site.url}/zh/me/drafts`);
  await expectSoon(() => list(other).locator('.meta').first().textContent()).toContain('回复');
  await list(other)
    .getByRole('link', { name: /^继续写/ })
    .click();
  await other.locator('[data-act="compose"]').click();
  await expectSoon(() => box(other).textContent()).toBe(`回到一半 ${thread.id}`);
  await expectSoon(() => other.locator('.quoting').count()).toBe(1);
  await box(other).press('Control+Enter');
  await other.locator('#replies > .reply', { hasText: `回到一半 ${thread.id}` }).waitFor();
  await expectSoon(() => stored()).toEqual([]);
  await page.reload();
  await expectSoon(() => page.locator('[data-act="compose"]').textContent()).toBe('写回复……');
});

test('[R27] a draft is thrown away after one question, and brought back', async ({ page }) => {
  await site.db.execute(
    sql`
      insert into draft (user_id, forum_id, body)
      values (${MEMBER}, 1, '{"subject":"留着还是丢掉","message":"<p>正文</p>"}')`,
  );
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/me/drafts`);
  await page.getByRole('button', { name: '删除草稿：留着还是丢掉' }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('已删除草稿“留着还是丢掉”').waitFor();
  expect(await stored()).toEqual([]);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expectSoon(() => stored()).toEqual(['留着还是丢掉']);
  await list(page).getByRole('link', { name: '继续写：留着还是丢掉' }).click();
  await expectSoon(() => subjectField(page).inputValue()).toBe('留着还是丢掉');
});

test('[R27, R42, R18] the list is designed for being on its way, too many questions, having nothing and no server, in both languages', async ({
  page,
  complaints,
}) => {
  await login(page, site, MEMBER);
  await page.clock.install();
  for (const [language, colorScheme, width] of [
    ['zh', 'light', 1440],
    ['en', 'dark', 1000],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const answer = Promise.withResolvers<void>();
    let asked = 0;
    await page.route(DRAFT_CALLS, async (route) => {
      await answer.promise;
      if (++asked > 1) return route.continue();
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '3' },
        json: { code: 429, msg: '', err_code: 'tooMany' },
      });
    });
    await page.goto(`${site.url}/${language}/me/drafts`);
    await page
      .getByRole('status')
      .getByText(/正在加载|Loading/)
      .waitFor({ state: 'attached' });
    answer.resolve();
    await page.getByText(/操作过于频繁|Too many requests/).waitFor();
    await page.clock.runFor(3_000);
    await page.getByRole('heading', { name: /没有草稿|No drafts/ }).waitFor();
    expect(await accessibilityProblems(page), `nothing, ${language}`).toEqual([]);

    await page.unroute(DRAFT_CALLS);
    await page.route(DRAFT_CALLS, (route) => route.abort());
    const content = { html: '<p>x</p>', subject: 'x'.repeat(200) };
    await page.evaluate(
      ([key, kept]) => localStorage.setItem(key as string, kept as string),
      [
        `draft:${MEMBER}:0-0:older`,
        JSON.stringify({ content, at: Date.now(), id: 0, base: '', dirty: true }),
      ],
    );
    await page.reload();
    await page.locator('.drafts > .paused').waitFor();
    await list(page).getByText('xxxx').first().waitFor();
    expect(await accessibilityProblems(page), `no server, ${language}`).toEqual([]);
    await expectSoon(() =>
      page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    // A page saves its drafts again while it is being left.
    await page.goto(`${site.url}/robots.txt`);
    await page.evaluate(() => localStorage.clear());
    await page.unroute(DRAFT_CALLS);
  }
  await expectConsoleMessages(
    complaints,
    /net::ERR_FAILED .*\/api\/v1\/thread\/draft/,
    /status of 429 .*\/api\/v1\/thread\/draft/,
  );
});
