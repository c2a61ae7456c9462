import { beforeAll, expect } from 'vitest';
import { allowComplaints, expectComplaints, expectSoon, login, test } from '../support/browser.ts';
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

/*
 * What the composer does when a reply isn't taken: rules that were broken, errors, and a product
 * that is away.
 */

const site = await startSite();
let thread: FoundThread;
beforeAll(async () => {
  thread = await findOpenThread(site);
});
const address = (lang = 'zh') => `${site.url}/${lang}/post/${thread.id}`;

const REFUSALS = [
  [
    { code: 1, err_code: 'verify', err_payload: ['赌博', '发票'] },
    '验证失败：包含敏感词，关键词：赌博,发票',
    'Verification failed: sensitive words found keywords: 赌博,发票',
  ],
  [
    { code: 2, err_code: 'repeat' },
    '已存在相同内容，请刷新页面',
    'The same content already exists, please refresh the page',
  ],
  [
    { code: 4, err_code: 'closed' },
    '这个主题已经关闭，不能再回复',
    'This thread is closed and takes no more replies',
  ],
  [
    { code: 4000, err_code: 'banned' },
    '账号处于封禁期，暂时不能发表内容',
    'This account is banned and cannot post for now',
  ],
] as const;

for (const [body, zh, en] of REFUSALS) {
  test(`[R14] a reply that is refused for "${body.err_code}" says why beside it, and is kept`, async ({
    open,
  }) => {
    for (const [language, words] of [
      ['zh', zh],
      ['en', en],
    ] as const) {
      const page = await open({ language });
      await page.route(POST_ROUTE, fulfillRefusal(body));
      await openEditorWith(page, site, address(language), '一段话');
      await sendButton(page).click();
      expect(await composerAlert(page).textContent()).toBe(words);
      expect(await replyTextbox(page).innerText()).toBe('一段话');
    }
  });
}

test('[R14, R23] a reply to a merged thread is kept, and leads to the thread that took it in', async ({
  open,
  complaints,
}) => {
  for (const [language, words, link] of [
    ['zh', '这个主题已经并入另一个主题，请到那里回复', '去那个主题'],
    ['en', 'This thread was merged into another one; please reply there', 'Go to that thread'],
  ] as const) {
    const page = await open({ language });
    const refusal = { code: 406, msg: '', err_code: 'merged', err_payload: { thread_id: 7 } };
    await page.route(POST_ROUTE, (route) => route.fulfill({ status: 406, json: refusal }));
    await openEditorWith(page, site, address(language), '一段话');
    await sendButton(page).click();
    expect(await composerAlert(page).textContent()).toBe(words);
    expect(await page.getByRole('link', { name: link }).getAttribute('href')).toBe(
      `/${language}/post/7`,
    );
    expect(await replyTextbox(page).innerText()).toBe('一段话');
  }
  await expectComplaints(complaints, /status of 406 .*\/api\/v1\/post/);
});

test('[R13] a reply that is too complex to be made safe says why beside it, and is kept', async ({
  open,
  complaints,
}) => {
  for (const [language, words] of [
    ['zh', '内容的结构太复杂'],
    ['en', 'too complex'],
  ] as const) {
    const page = await open({ language });
    // Two paragraphs in quotes within quotes, deeper than a message may be: the server's own
    // answer.
    await page.route(POST_ROUTE, (route) =>
      route.continue({
        postData: JSON.stringify({
          ...route.request().postDataJSON(),
          message: `${'<blockquote>'.repeat(150)}<p>一段话</p>`,
        }),
      }),
    );
    await openEditorWith(page, site, address(language), '一段话');
    await sendButton(page).click();
    expect(await composerAlert(page).textContent()).toContain(words);
    expect(await replyTextbox(page).innerText()).toBe('一段话');
  }
  await expectComplaints(complaints, /status of 413 .*\/api\/v1\/post/);
});

test('[R18] a 429 counts down beside the reply, which can be sent then', async ({
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
  await openEditorWith(page, site, address(), '太快了');
  await sendButton(page).click();
  await expectSoon(() => composerAlert(page).textContent()).toMatch(/请 (20|1\d) 秒后再试/);
  expect(await sendButton(page).getAttribute('aria-disabled')).toBe('true');
  await page.clock.runFor(21_000);
  await expectSoon(() => sendButton(page).getAttribute('aria-disabled')).toBeNull();
  expect(await composerAlert(page).count()).toBe(0);
  await expectComplaints(complaints, /status of 429 .*\/api\/v1\/post/);
});

test('[R18, R21] a 413 says beside the reply that it is too large, in the reader’s language; the text stays and can be sent when it is shorter', async ({
  open,
  complaints,
}) => {
  for (const [language, words] of [
    ['zh', '内容太大，请缩短或压缩后再试'],
    ['en', 'That is too large, please make it shorter or smaller'],
  ] as const) {
    const page = await open({ language });
    await page.route(
      POST_ROUTE,
      fulfillRefusal({ code: 413, err_code: 'tooLarge', msg: words }, 413),
    );
    await openEditorWith(page, site, address(language), '很长的话');
    await sendButton(page).click();
    expect(await composerAlert(page).textContent()).toBe(words);
    expect(await replyTextbox(page).innerText()).toBe('很长的话');
    expect(await sendButton(page).getAttribute('aria-disabled')).toBeNull();
  }
  await expectComplaints(complaints, /status of 413 .*\/api\/v1\/post/);
});

test('[R2, R18] a 404 shows the error view in the composer’s place; the address and the text stay', async ({
  page,
  complaints,
}) => {
  await page.route(POST_ROUTE, fulfillRefusal({ code: 404, err_code: 'notFound' }, 404));
  await openEditorWith(page, site, address(), '还在吗');
  await sendButton(page).click();
  const view = page.locator('#compose [data-problem="404"]');
  await view.waitFor();
  expect(await view.getByRole('heading').textContent()).toBe('图纸上没有这一页');
  expect(page.url()).toBe(address());
  await view.getByRole('button', { name: '继续写' }).click();
  expect(await replyTextbox(page).innerText()).toBe('还在吗');
  await expectComplaints(complaints, /status of 404 .*\/api\/v1\/post/);
});

test('[R18] a 401 keeps the text, says PleaseLogin, and the text is there after the login', async ({
  page,
  complaints,
}) => {
  await openEditorWith(page, site, address(), '登录过期时写的');
  await page.context().clearCookies({ name: 'bbs' });
  await sendButton(page).click();
  await page.locator('.toast').getByRole('link', { name: '登录' }).waitFor();
  await login(page, site, MEMBER);
  await page.goto(address());
  await expectSoon(() => page.locator('[data-act="compose"]').textContent()).toBe(
    '继续写：登录过期时写的',
  );
  await expectComplaints(complaints, /status of 401 .*\/api\/v1\/post/);
  allowComplaints(complaints, /status of 401 .*\/api\/v1\/thread\/draft/); // kept here until then
});

test('[R18, R27] while the product is away posting is paused and the draft kept; then the reply is sent by itself', async ({
  page,
  complaints,
}) => {
  const text = `断线时写的 ${Date.now()}`;
  await openEditorWith(page, site, address(), text);
  await page.route('**/api/**', (route) => route.abort());
  await sendButton(page).click();
  const paused = page.locator('#compose .paused');
  await paused.waitFor();
  expect(await paused.textContent()).toContain(
    '社区暂时不能发帖，草稿已经替你留好，恢复以后会自动发出。',
  );
  expect(await readLocalDraft(page, thread.id)).toContain(text);
  expect(await replyTextbox(page).isEditable()).toBe(false); // what is sent is what was written
  await page.unroute('**/api/**');
  await page.locator('#replies > .reply', { hasText: text }).waitFor();
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe('');
  await expectComplaints(complaints, /net::ERR_FAILED .*\/api\/v1\/post/);
  allowComplaints(complaints, /net::ERR_FAILED .*\/api\/v1\/thread\/draft/);
});
