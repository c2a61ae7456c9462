import { beforeAll, expect } from 'vitest';
import { LANGS } from '#contracts/language.ts';
import { REPLY_COOLDOWN_MS } from '#contracts/limits.ts';
import {
  allowConsoleMessages,
  expectConsoleMessages,
  expectSoon,
  login,
  test,
} from '../support/browser.ts';
import type { FoundThread } from '../support/find-thread.ts';
import {
  composerAlert,
  findOpenThread,
  fulfillRefusal,
  MEMBER,
  openEditorWith,
  POST_ROUTE,
  readLocalDraft,
  replyTextbox,
  sendButton,
} from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';

/* The composer after a refused reply: broken rules, errors, and an unavailable server. */

const site = await startSite();
let thread: FoundThread;
beforeAll(async () => {
  thread = await findOpenThread(site);
});
const address = (lang = 'zh') => `${site.url}/${lang}/post/${thread.id}`;

/** The server's answer, the message, and the link's target. */
const REFUSALS: {
  body: { code: number; err_code: string; err_payload?: unknown; err_values?: object };
  status?: number;
  zh: string;
  en: string;
  link?: { zh: string; en: string; path: string };
}[] = [
  {
    body: {
      code: 1,
      err_code: 'verify',
      err_payload: ['赌博', '发票'],
      err_values: { words: '赌博,发票' },
    },
    zh: '验证失败：包含敏感词，关键词：赌博,发票',
    en: 'Verification failed: sensitive words found keywords: 赌博,发票',
  },
  {
    body: { code: 2, err_code: 'repeat' },
    zh: '已存在相同内容，请刷新页面',
    en: 'The same content already exists, please refresh the page',
  },
  {
    body: { code: 4, err_code: 'closed' },
    zh: '这个主题已锁定，不能再回复',
    en: 'This thread is locked and can’t be replied to',
  },
  {
    body: { code: 4000, err_code: 'banned' },
    zh: '账号已被封禁，暂时不能发言',
    en: 'Your account is banned. You can’t post for now.',
  },
  {
    body: {
      code: 4000,
      err_code: 'banned',
      err_payload: { until: '2046-11-08T06:35:00.000Z', time_zone: 'Asia/Shanghai' },
    },
    zh: '账号封禁至 2046-11-08 14:35 (UTC+8)，期间不能发言',
    en: 'Your account is banned until 8 Nov 2046 14:35 (UTC+8). You can’t post until then.',
  },
  {
    body: { code: 406, err_code: 'merged', err_payload: { thread_id: 7 } },
    status: 406,
    zh: '这个主题已合并到其他主题，请到那里回复',
    en: 'This thread was merged into another one. Please reply there.',
    link: { zh: '前往该主题', en: 'Go to the thread', path: 'post/7' },
  },
  {
    body: { code: 413, err_code: 'tooLarge' },
    status: 413,
    zh: '内容过大，请缩短或压缩后再试',
    en: 'This is too large. Please shorten or compress it.',
  },
];

test('[R14, R18, R21, R23] a refused reply shows the reason in the reader’s language, is retained and can be sent again; one to a merged thread leads to its target, one that is too complex to sanitize is refused too', async ({
  page,
  complaints,
}) => {
  await page.clock.install();
  for (const language of LANGS) {
    await openEditorWith(page, site, address(language), '一段话');
    const expectRefusal = async (words: string) => {
      await page.clock.runFor(REPLY_COOLDOWN_MS);
      await sendButton(page).click();
      await expectSoon(() => composerAlert(page).allTextContents(), words).toEqual([
        expect.stringContaining(words),
      ]);
      await expectSoon(() => replyTextbox(page).innerText(), words).toBe('一段话');
      await expectSoon(() => sendButton(page).getAttribute('aria-disabled'), words).toBeNull();
    };
    for (const { body, status, [language]: words, link } of REFUSALS) {
      await page.route(POST_ROUTE, fulfillRefusal(body, status));
      await expectRefusal(words);
      await expectSoon(() => composerAlert(page).textContent()).toBe(words);
      if (link)
        await expectSoon(() =>
          page.getByRole('link', { name: link[language] }).getAttribute('href'),
        ).toBe(`/${language}/${link.path}`);
      await page.unroute(POST_ROUTE);
    }
    // The server's own answer to two paragraphs in nested quotes, deeper than allowed.
    await page.route(POST_ROUTE, (route) =>
      route.continue({
        postData: JSON.stringify({
          ...route.request().postDataJSON(),
          message: `${'<blockquote>'.repeat(150)}<p>一段话</p>`,
        }),
      }),
    );
    await expectRefusal({ zh: '内容结构过于复杂', en: 'too complex' }[language]);
    await page.unroute(POST_ROUTE);
  }
  await expectConsoleMessages(
    complaints,
    /status of 406 .*\/api\/v1\/post/,
    /status of 413 .*\/api\/v1\/post/,
  );
});

test('[R2, R18, R27] a 429 counts down at the reply, a 404 replaces the composer by the error view, an unavailable server pauses posting until the reply is sent by itself, and a 401 says PleaseLogin; the text is always retained, also over the login', async ({
  page,
  complaints,
}) => {
  await page.clock.install();
  await page.route(POST_ROUTE, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '20' },
      json: { code: 429, msg: '', err_code: 'tooMany' },
    }),
  );
  const text = `操作过于频繁 ${Date.now()}`;
  await openEditorWith(page, site, address(), text);
  await sendButton(page).click();
  await expectSoon(() => composerAlert(page).textContent()).toMatch(/请 (20|1\d) 秒后再试/);
  await expectSoon(() => sendButton(page).getAttribute('aria-disabled')).toBe('true');
  await page.clock.runFor(21_000);
  await expectSoon(() => sendButton(page).getAttribute('aria-disabled')).toBeNull();
  await expectSoon(() => composerAlert(page).count()).toBe(0);
  await page.unroute(POST_ROUTE);

  await page.route(POST_ROUTE, fulfillRefusal({ code: 404, err_code: 'notFound' }, 404));
  await sendButton(page).click();
  const view = page.locator('#compose [data-problem="404"]');
  await view.waitFor();
  await expectSoon(() => view.getByRole('heading').textContent()).toBe('页面不存在');
  expect(page.url()).toBe(address());
  await view.getByRole('button', { name: '继续写' }).click();
  await expectSoon(() => replyTextbox(page).innerText()).toBe(text);
  await page.unroute(POST_ROUTE);

  await page.route('**/api/**', (route) => route.abort());
  await page.clock.runFor(REPLY_COOLDOWN_MS);
  await sendButton(page).click();
  const paused = page.locator('#compose .paused');
  await paused.waitFor();
  await expectSoon(() => paused.textContent()).toContain(
    '社区暂时不能发帖，草稿已保存，恢复后会自动发送。',
  );
  expect(await readLocalDraft(page, thread.id)).toContain(text);
  // the sent text equals the typed text
  await expectSoon(() => replyTextbox(page).isEditable()).toBe(false);
  await page.unroute('**/api/**');
  await page.clock.runFor(1_300);
  await page.locator('#replies > .reply', { hasText: text }).waitFor();
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe('');

  await replyTextbox(page).fill('登录过期时写的');
  await page.context().clearCookies({ name: 'bbs' });
  await page.clock.runFor(REPLY_COOLDOWN_MS);
  await sendButton(page).click();
  await page.locator('.toast').getByRole('link', { name: '登录' }).waitFor();
  await login(page, site, MEMBER);
  await page.goto(address());
  await expectSoon(() => page.locator('[data-act="compose"]').textContent()).toBe(
    '继续写：登录过期时写的',
  );
  await expectConsoleMessages(
    complaints,
    /status of 429 .*\/api\/v1\/post/,
    /status of 404 .*\/api\/v1\/post/,
    /net::ERR_FAILED .*\/api\/v1\/post/,
    /status of 401 .*\/api\/v1\/post/,
  );
  // the draft is stored locally until then; the window with the stream may query the login
  allowConsoleMessages(
    complaints,
    /(status of 401|net::ERR_FAILED) .*\/api\/v1\/thread\/draft/,
    /net::ERR_FAILED .*\/api\/v1\/login\/is_login/,
  );
});
