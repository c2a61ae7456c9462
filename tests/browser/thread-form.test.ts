import { type SQL, sql } from 'drizzle-orm';
import type { Page, Route } from 'playwright';
import { beforeEach, expect } from 'vitest';
import { REPLY_COOLDOWN_MS } from '#contracts/limits.ts';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  login,
  test,
} from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { PEOPLE } from '../support/people.ts';
import { pasteInto } from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';
import {
  chooseTheme,
  messageTextbox,
  replaceMessage,
  subjectField,
  submitButton,
  waitForAutosave,
} from '../support/thread-form-page.ts';

const site = await startSite();
const MEMBER = PEOPLE.member;
const MODERATOR = PEOPLE.administrator;
const BANNED_WORD = '代开发票';
const BANNED_TEXT = `正文里有${BANNED_WORD}几个字`;
const subjectProblem = (page: Page) => page.locator('#thread-subject-problem');

const forbid = (word: string, action: 'ban' | 'review') =>
  site.db.execute(
    sql`
      insert into sensitive_word (word, normalized, action, created_by)
      values (${word}, ${word}, ${action}, 10000)`,
  );
beforeEach(async () => {
  await site.db.execute(sql`delete from draft`);
  await site.db.execute(sql`delete from sensitive_word`);
});

/** Drafts on the server. A window of an earlier test may still save one. */
const drafts = async (where: SQL): Promise<unknown[]> =>
  (await site.db.execute(sql`select body from draft where ${where}`)).rows;

const POST = '**/api/v1/thread';
const alert = (page: Page) => page.locator('.submit-line [role="alert"]');
const refuse =
  (body: object, status = 200, headers: Record<string, string> = {}) =>
  (route: Route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status, headers, json: { msg: '', ...body } })
      : route.continue();

async function begin(page: Page, lang = 'zh'): Promise<void> {
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/${lang}/new?forum=1`);
  await messageTextbox(page).waitFor();
}

/** Fills in a valid thread. */
async function fill(page: Page, title: string, text = `说清楚了 ${Date.now()}`): Promise<void> {
  await chooseTheme(page, 1);
  await subjectField(page).fill(title);
  await replaceMessage(page, text);
}

test('[R23, R40] a thread is written, is held while the server is unavailable and sent afterwards; its author arrives on its published page, and its draft is deleted', async ({
  page,
  complaints,
}) => {
  await login(page, site, MEMBER);
  await page.clock.install();
  await page.goto(`${site.url}/zh/forum/1`);
  await page.locator('.forum-head').getByRole('link', { name: '发帖' }).click();
  await messageTextbox(page).waitFor();
  await expectSoon(() => page.locator('#thread-forum').inputValue()).toBe('1');
  await fill(page, '  两块屏幕   一块不亮 ');
  await waitForAutosave(page);
  await page.route('**/api/**', (route) => route.abort());
  await submitButton(page).click();
  await page.getByText('恢复后会自动发送').waitFor();
  await page.unroute('**/api/**');
  await page.clock.runFor(1_300);
  await page.waitForURL(/\/zh\/post\/\d+$/);
  await expectSoon(() => page.getByRole('heading', { level: 1 }).textContent()).toContain(
    '两块屏幕 一块不亮',
  );
  expect(await (await fetch(page.url())).text()).toContain('说清楚了');
  await expectSoon(() => drafts(sql`true`)).toEqual([]);
  await expectConsoleMessages(complaints, /net::ERR_FAILED .*\/api\/v1\/thread/);
});

test('[R16, R22, R23] an empty form isn’t sent: each field says what is missing, and the first one has the keyboard; a subject is counted as people count; a theme’s template comes into an empty message, in the thread’s language, and never over what somebody wrote', async ({
  page,
}) => {
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/new`);
  await messageTextbox(page).waitFor();
  await page.locator('#thread-forum:enabled').waitFor();
  await submitButton(page).click();
  for (const [id, text] of [
    ['thread-forum', '请选择版块'],
    ['thread-subject', '标题至少需要 2 个字'],
    ['thread-message', '请先填写正文'],
  ]) {
    await expectSoon(() => page.locator(`#${id}-problem`).textContent()).toBe(text);
  }
  const describedBy = () => subjectField(page).getAttribute('aria-describedby');
  await expectSoon(describedBy).toBe('thread-subject-problem');
  await expectSoon(() => messageTextbox(page).getAttribute('aria-invalid')).toBe('true');
  await expectSoon(() => page.evaluate(() => document.activeElement?.id)).toBe('thread-forum');
  expect(await accessibilityProblems(page)).toEqual([]);
  await subjectField(page).fill('够长了');
  await expectSoon(() => subjectProblem(page).count()).toBe(0);

  await subjectField(page).fill(`${'👨‍👩‍👧‍👦'.repeat(40)}  ${'字'.repeat(40)}`);
  const count = page.locator('.label-row .num');
  await expectSoon(() => count.textContent()).toBe('81 / 80');
  await subjectField(page).blur();
  await expectSoon(() => subjectProblem(page).textContent()).toBe('标题超出了 1 个字');
  await subjectField(page).fill(`${'👨‍👩‍👧‍👦'.repeat(40)}${'字'.repeat(40)}`);
  await expectSoon(() => count.textContent()).toBe('80 / 80');
  await expectSoon(() => subjectProblem(page).count()).toBe(0);

  // fields added after the refusal aren't marked yet
  const pollProblem = page.locator('#poll-builder-problem');
  await page.locator('.poll-start').click();
  await expectSoon(() => pollProblem.textContent()).toBe('');
  await submitButton(page).click();
  await pollProblem.waitFor();
  await page.locator('.poll-builder .drop').click();
  await page.locator('#thread-forum').selectOption('1');
  await page.locator('#thread-theme option').nth(1).waitFor({ state: 'attached' });
  await expectSoon(() => page.locator('#thread-theme-problem').count()).toBe(0);
  await chooseTheme(page, 1);
  await expectSoon(() => messageTextbox(page).textContent()).toContain('系统版本：');
  await page.locator('#thread-language').selectOption('en_US');
  await expectSoon(() => messageTextbox(page).textContent()).toContain('System version:');
  await chooseTheme(page, 2);
  await expectSoon(() => messageTextbox(page).textContent()).toContain('Steps to reproduce:');
  await submitButton(page).click();
  await expectSoon(() => page.locator('#thread-message-problem').textContent()).toBe(
    '模板尚未填写，请补充内容',
  );
  await replaceMessage(page, '自己写的');
  await chooseTheme(page, 1);
  await page.locator('#thread-forum').selectOption('2');
  await expectSoon(() => messageTextbox(page).textContent()).toBe('自己写的');
});

const REFUSALS = [
  [{ code: 2, err_code: 'repeat' }, 200, '已存在相同内容'],
  [{ code: 4000, err_code: 'banned' }, 200, '账号已被封禁'],
  [{ code: 6, err_code: 'limit' }, 200, '超出数量限制，请减少一些再试'],
  [{ code: 413, err_code: 'tooLarge' }, 413, '内容过大，请缩短或压缩后再试'],
  [{ code: 413, err_code: 'tooComplex' }, 413, '内容结构过于复杂'],
] as const;

test('[R14, R15] a refusal appears at its field, with the words marked in the text and in the preview, and nothing of the form is lost; a rate limit counts down; then three clicks begin one thread', async ({
  page,
  complaints,
}) => {
  await forbid(BANNED_WORD, 'ban');
  await page.clock.install();
  await begin(page);
  await fill(page, '会被拒绝的', BANNED_TEXT);
  await submitButton(page).click();
  await alert(page).getByText(`验证失败：包含敏感词，关键词：${BANNED_WORD}`).waitFor();
  await messageTextbox(page).locator('mark, .wrong-word').getByText(BANNED_WORD).waitFor();
  await expectSoon(() => messageTextbox(page).textContent()).toBe(BANNED_TEXT);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: '预览' }).click();
  const previewAlert = page.locator('.thread-preview').getByRole('alert');
  await expectSoon(() => previewAlert.textContent()).toContain(BANNED_WORD);
  await page.getByRole('button', { name: '预览' }).click();

  for (const [body, status, text] of REFUSALS) {
    await page.route(POST, refuse(body, status));
    await page.clock.runFor(REPLY_COOLDOWN_MS);
    await submitButton(page).click();
    await alert(page).getByText(text).waitFor();
    await expectSoon(() => subjectField(page).inputValue(), text).toBe('会被拒绝的');
    await expectSoon(() => messageTextbox(page).textContent(), text).toBe(BANNED_TEXT);
    await page.unroute(POST);
  }
  await page.clock.runFor(REPLY_COOLDOWN_MS);
  await page.route(POST, refuse({ code: 429, err_code: 'tooMany' }, 429, { 'retry-after': '2' }));
  await submitButton(page).click();
  await alert(page)
    .getByText(/请 [12] 秒后再试/)
    .waitFor();
  await expectSoon(() => submitButton(page).getAttribute('aria-disabled')).toBe('true');
  await page.clock.runFor(2_000);
  await alert(page).waitFor({ state: 'detached' });
  await page.unroute(POST);

  const title = `只发一次 ${Date.now() % 100_000}`;
  await fill(page, title);
  await submitButton(page).evaluate((button: HTMLButtonElement) => {
    for (let click = 0; click < 3; click++) button.click();
  });
  await page.waitForURL(/\/zh\/post\/\d+$/);
  expect(
    (await site.db.execute(sql`select id from thread where subject = ${title}`)).rows,
  ).toHaveLength(1);
  await expectSoon(() => drafts(sql`body ->> 'subject' in ('会被拒绝的', ${title})`)).toEqual([]);
  await expectConsoleMessages(
    complaints,
    /status of 413 .*\/api\/v1\/thread/,
    /status of 429 .*\/api\/v1\/thread/,
  );
});

test('[R17] a visitor finds the way to a new thread on every page, and logs in first', async ({
  page,
}) => {
  await page.goto(`${site.url}/en/post/1`);
  await page.getByRole('banner').getByRole('link', { name: 'New thread' }).click();
  const way = page.getByRole('main').getByRole('link', { name: 'Log in' });
  await expectSoon(async () =>
    new URL((await way.getAttribute('href')) as string, site.url).searchParams.get('return_url'),
  ).toBe(`${site.url}/en/new`);
});

test('[R23, R26] a thread has one preview, which equals the published page: message, template and poll', async ({
  page,
}) => {
  await begin(page);
  await chooseTheme(page, 1);
  await subjectField(page).fill('预览和页面一样');
  await messageTextbox(page).getByText('系统版本：').waitFor();
  await messageTextbox(page).click();
  await page.keyboard.press('Control+End');
  await pasteInto(
    page,
    {
      'text/html':
        '<p>命令：</p><pre><code class="language-python">def f(): pass</code></pre><table><tbody><tr><th>a</th></tr><tr><td>b</td></tr></tbody></table>',
    },
    [],
    messageTextbox(page),
  );
  await page.locator('.poll-start').click();
  await page.locator('.poll-builder .question').fill('用哪一个？');
  for (const [index, text] of ['甲', '乙'].entries())
    await page.locator('.poll-options input').nth(index).fill(text);
  await page.getByRole('button', { name: '预览' }).click(); // the only one: another would fail this
  const preview = page.locator('.thread-preview');
  await preview.locator('.hl-k').first().waitFor();
  // the page's own script adds its copy buttons
  const bare = (html: string) => html.replace(/<button.*?<\/button>/g, '');
  const seen = bare(await preview.locator('.prose').innerHTML());
  const poll = await preview.locator('.poll :is(h2, li)').allTextContents();
  await submitButton(page).click();
  await page.waitForURL(/\/zh\/post\/\d+$/);
  await expectSoon(async () => bare(await page.locator('.post > .prose').innerHTML())).toBe(seen);
  await page.locator('#poll input').first().waitFor({ state: 'attached' });
  await expectSoon(() => page.locator('#poll :is(h2, li)').allTextContents()).toEqual(poll);
});

const HELD = { zh: '主题正在等待审核', en: 'Your thread is awaiting review' };

test('[R42, R14, R23] writing a thread meets no barrier: form, preview and the word that it waits for review, in both languages, light and dark, narrow and with endless words', async ({
  page,
}) => {
  await forbid('待审词', 'review');
  for (const [language, colorScheme, width] of [
    ['zh', 'light', 1440],
    ['en', 'dark', 1000],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await begin(page, language);
    await expectSoon(() => page.locator('#thread-language').inputValue()).toBe(
      language === 'en' ? 'en_US' : 'zh_CN',
    );
    await fill(page, 'W'.repeat(80), 'W'.repeat(400));
    await page.locator('.poll-start').click();
    await page.locator('.poll-options input').first().fill('W'.repeat(80));
    expect(await accessibilityProblems(page), `form, ${language}`).toEqual([]);
    const togglePreview = () =>
      page
        .locator('.submit-line')
        .getByRole('button', { name: /^(预览|Preview)$/ })
        .click();
    await togglePreview();
    await page.locator('.thread-preview .prose', { hasText: 'WWW' }).waitFor();
    expect(await accessibilityProblems(page), `preview, ${language}`).toEqual([]);
    const readOverflow = () => document.documentElement.scrollWidth - innerWidth;
    await expectSoon(() => page.evaluate(readOverflow)).toBeLessThanOrEqual(0);
    await togglePreview();
    await page.locator('.poll-builder .drop').click();
    await replaceMessage(page, `里面有待审词 ${language} ${Date.now()}`);
    await submitButton(page).click();
    await page.getByRole('heading', { name: HELD[language] }).waitFor();
    expect(await accessibilityProblems(page), `held, ${language}`).toEqual([]);
  }
});

let thread: { id: number; subject: string; author: number };
beforeEach(async () => {
  const found = await findThread(site.db, sql`not t.has_poll and t.user_id > 10001`);
  const { rows } = await site.db.execute<{ author: number }>(
    sql`select user_id as author from thread where id = ${found.id}`,
  );
  thread = { ...found, author: rows[0]?.author as number };
});

async function edit(page: Page, userId: number, id = thread.id): Promise<void> {
  await login(page, site, userId);
  await page.goto(`${site.url}/zh/edit?id=${id}`);
  await messageTextbox(page).waitFor();
}

test('[R23] an author changes a thread and a moderator does so meanwhile, which isn’t overwritten: both texts are there, and one is chosen; the author arrives where the change stands, and what stood there is kept', async ({
  page,
  open,
  complaints,
}) => {
  await page.clock.install();
  await edit(page, thread.author);
  await expectSoon(() => subjectField(page).inputValue()).toBe(thread.subject);
  await expectSoon(() => page.locator('#thread-forum').inputValue()).not.toBe('');
  await expectSoon(() => page.locator('#thread-forum').getAttribute('readonly')).toBe('');
  expect(await accessibilityProblems(page)).toEqual([]);
  await fetch(`${site.url}/zh/post/${thread.id}`);
  const other = await open();
  await edit(other, MODERATOR);
  await replaceMessage(other, `版主改的 ${thread.id}`);
  await submitButton(other).click();
  await other.waitForURL(`${site.url}/zh/post/${thread.id}`);
  await other.getByText(`版主改的 ${thread.id}`).first().waitFor();
  await replaceMessage(page, `作者改的 ${thread.id}`);
  await submitButton(page).click();
  const conflict = page.locator('.conflict');
  await conflict.getByText('版主改的').waitFor();
  await expectSoon(() => messageTextbox(page).textContent()).toBe(`作者改的 ${thread.id}`);
  expect(await accessibilityProblems(page)).toEqual([]);
  // A reload shows the notice again.
  await waitForAutosave(page);
  await page.reload();
  await conflict.getByText('版主改的').waitFor();
  await conflict.getByRole('button', { name: '使用我的' }).click();
  await submitButton(page).click();
  await page.waitForURL(`${site.url}/zh/post/${thread.id}`);
  await page.getByText(`作者改的 ${thread.id}`).first().waitFor();
  expect(
    (
      await site.db.execute(
        sql`
          select r.id
          from post_revision r
          join thread t on t.first_post_id = r.post_id
          where t.id = ${thread.id}`,
      )
    ).rows.length,
  ).toBeGreaterThan(1);
  await expectSoon(() => drafts(sql`thread_id = ${thread.id}`)).toEqual([]);
  await expectConsoleMessages(complaints, /status of 409 .*\/api\/v1\/thread/);
});

test('[R23] a member who may not edit a thread gets a refusal', async ({ page, complaints }) => {
  await login(
    page,
    site,
    thread.author === PEOPLE.thirdMember ? PEOPLE.otherMember : PEOPLE.thirdMember,
  );
  await page.goto(`${site.url}/zh/edit?id=${thread.id}`);
  await page.locator('[data-problem="403"]').waitFor();
  await page.goto(`${site.url}/zh/edit?id=99999999`);
  await page.locator('[data-problem="404"]').waitFor();
  await page.goto(`${site.url}/zh/edit?id=x`);
  await page.locator('[data-problem="404"]').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await expectConsoleMessages(
    complaints,
    /status of 403 .*\/api\/v1\/thread\/source/,
    /status of 404 .*\/api\/v1\/thread\/source/,
  );
});

test('[R26] a poll is shown with a thread that is edited, and can’t be edited', async ({
  page,
}) => {
  const { rows } = await site.db.execute<{ id: number; author: number; option: string }>(sql`
    select t.id, t.user_id as author, o.text as option
    from thread t
    join poll_option o on o.thread_id = t.id and o.rank = 0
    where t.state = 'normal' and t.checked
    order by t.id
    limit 1`);
  const polled = rows[0] as (typeof rows)[number];
  await edit(page, polled.author, polled.id);
  await page.locator('.writing .poll').getByText(polled.option).waitFor();
  await page.getByText('选项不能修改').waitFor();
  await expectSoon(() => page.locator('.poll-builder').count()).toBe(0);
});
