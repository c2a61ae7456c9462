import { sql } from 'drizzle-orm';
import { beforeAll, expect } from 'vitest';
import {
  accessibilityProblems,
  allowConsoleMessages,
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
  replyTextbox,
  sendButton,
} from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';

const site = await startSite();
let thread: FoundThread;
let long: FoundThread;
beforeAll(async () => {
  thread = await findOpenThread(site);
  long = await findOpenThread(site, sql`t.last_floor between 21 and 35`);
});
const address = (lang = 'zh') => `${site.url}/${lang}/post/${thread.id}`;

test('[R24, R40] a reply appears at once at its floor by one call, and soon in the published page', async ({
  page,
}) => {
  const text = `照第三条改完就好了，谢谢 ${Date.now()}`;
  await page.clock.install();
  await openEditorWith(page, site, address(), text);
  for (const typed of ['- 一', '**二**']) {
    await page.keyboard.press('Enter');
    await page.keyboard.type(typed);
  }
  await page.clock.runFor(1_300);
  await page.getByText('草稿已保存').waitFor();
  await page.keyboard.type('！');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // the page reports the read position now and then
    if (pathname.startsWith('/api/') && pathname !== '/api/v2/user/read')
      calls.push(`${request.method()} ${pathname}`);
  });
  await page.keyboard.press('Control+Enter');
  const own = page.locator('#replies > .reply', { hasText: text });
  await own.waitFor();
  await expectSoon(() => own.locator('.when a').textContent()).toBe(`${thread.replies + 1} 楼`);
  await expectSoon(() => own.locator('li strong').textContent()).toBe('二');
  await expectSoon(() => page.locator('#replies h2').textContent()).toBe(
    `${thread.replies + 1} 条回复`,
  );
  await expectSoon(async () => (await replyTextbox(page).innerText()).trim()).toBe('');
  await expectSoon(() =>
    replyTextbox(page).evaluate((element) => element === document.activeElement),
  ).toBe(true);
  const drafts = () =>
    site.db.execute(sql`select from draft where user_id = ${MEMBER} and thread_id = ${thread.id}`);
  await expectSoon(async () => (await drafts()).rows.length).toBe(0);
  const id = await own.getAttribute('id');
  await expectSoon(async () => (await (await fetch(address())).text()).includes(`id="${id}"`)).toBe(
    true,
  );
  expect(calls).toEqual(['POST /api/v1/post']);
  thread.replies++;
});

test('[R24] a reply that belongs to another page is linked to', async ({ page }) => {
  await openEditorWith(
    page,
    site,
    `${site.url}/zh/post/${long.id}`,
    `给第一页的补充 ${Date.now()}`,
  );
  await sendButton(page).click();
  await page.getByRole('link', { name: '查看' }).click();
  await page.waitForURL(new RegExp(`/zh/post/${long.id}/\\d+#p\\d+$`));
});

test('[R16, R42] an empty reply is not sent, the problem appears at the field; the toolbar is one tab stop, arrow keys move within it, and its keys can be undone', async ({
  page,
}) => {
  await openEditorWith(page, site, address(), '  ');
  await sendButton(page).click();
  const problem = page.locator('#reply-problem');
  await expectSoon(() => problem.textContent()).toBe('请先写点内容');
  await expectSoon(() => replyTextbox(page).getAttribute('aria-describedby')).toBe('reply-problem');
  await expectSoon(() => replyTextbox(page).getAttribute('aria-invalid')).toBe('true');
  await replyTextbox(page).fill('有内容了');
  await expectSoon(() => problem.count()).toBe(0);

  await replyTextbox(page).fill('显卡');
  await replyTextbox(page).press('Control+a');
  await replyTextbox(page).press('Control+b');
  await expectSoon(() => replyTextbox(page).locator('strong').textContent()).toBe('显卡');
  await replyTextbox(page).press('Control+z');
  await expectSoon(() => replyTextbox(page).locator('strong').count()).toBe(0);
  await expectSoon(() => replyTextbox(page).innerText()).toBe('显卡');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expectSoon(() =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
  ).toBe('加粗');
  await page.keyboard.press('Tab');
  await expectSoon(() =>
    replyTextbox(page).evaluate((element) => element === document.activeElement),
  ).toBe(true);
});

test('[R24, R27] a quoted reply appears above the text, can be removed, and is sent with it; after a refusal, a reload restores the draft with its quote', async ({
  page,
}) => {
  await login(page, site, MEMBER);
  await page.clock.install();
  await page.goto(address());
  await page.locator('.account .me .av').waitFor();
  const quoted = page.locator('[data-slot="reply"]').nth(1);
  await quoted.locator('[data-act="quote"]').click();
  const name = await quoted.getAttribute('data-nick');
  await expectSoon(() => page.locator('.quoting').textContent()).toContain(`${name}`);
  await page.getByRole('button', { name: '取消引用' }).click();
  await expectSoon(() => page.locator('.quoting').count()).toBe(0);
  await quoted.locator('[data-act="quote"]').click();
  await replyTextbox(page).fill('同意');
  await page.route(POST_ROUTE, fulfillRefusal({ code: 2, err_code: 'repeat' }));
  const asked = page.waitForRequest((request) => request.url().includes('/api/v1/post?'));
  await sendButton(page).click();
  expect((await asked).postDataJSON()).toMatchObject({
    thread_id: thread.id,
    quote_post_id: Number(await quoted.getAttribute('data-id')),
    quote_user_id: Number(await quoted.getAttribute('data-author')),
    message: '<p>同意</p>',
  });
  await composerAlert(page).waitFor();

  await page.clock.runFor(1_300);
  await page.getByText('草稿已保存').waitFor();
  await page.reload();
  const start = page.locator('[data-act="compose"]');
  await expectSoon(() => start.textContent()).toBe('继续写：同意');
  await start.click();
  await expectSoon(() => replyTextbox(page).innerText()).toBe('同意');
  await expectSoon(() => page.locator('.quoting').count()).toBe(1);
});

test('[R15, R16] three clicks within 100 ms send one reply; a click 150 ms after the answer does nothing, one after 250 ms sends; a text that is too long says by how much before it is sent', async ({
  page,
}) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const real = window.fetch;
    Object.assign(window, { sent: 0 });
    window.fetch = (...call) => {
      if (String(call[0]).includes('/api/v1/post?')) (window as unknown as { sent: number }).sent++;
      return real(...call);
    };
  });
  let answer = (): void => undefined;
  await page.route(POST_ROUTE, async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    await fulfillRefusal({ code: 2, err_code: 'repeat' })(route);
  });
  await openEditorWith(page, site, address(), '同样的内容');
  await sendButton(page).waitFor();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const click = () => sendButton(page).evaluate((button: HTMLButtonElement) => button.click());
  const sent = () => page.evaluate(() => (window as unknown as { sent: number }).sent);
  for (const wait of [50, 50, 200]) {
    await click();
    await page.clock.runFor(wait);
  }
  expect(await sent()).toBe(1);
  answer();
  await composerAlert(page).waitFor();
  await page.clock.runFor(150);
  await click();
  expect(await sent()).toBe(1);
  await page.clock.runFor(100);
  await click();
  expect(await sent()).toBe(2);
  answer();
  await page.clock.resume();

  await replyTextbox(page).fill('长'.repeat(100_100));
  await page.locator('#reply-problem').waitFor();
  await expectSoon(() => page.locator('#reply-problem').textContent()).toBe(
    '内容过长，超出 107 个字符',
  );
});

test('[R6, R13] nothing that users wrote is shown before the sanitizer’s configuration is there, then nothing unsafe', async ({
  page,
  complaints,
}) => {
  let release = (): void => undefined;
  await page.route('**/api/v2/public/config/iframe_allow', async (route) => {
    await new Promise<void>((resolve) => (release = resolve));
    await route.fulfill({
      json: { id: 1, field: 'iframe_allow', value: '{"daemon":["video.example"]}' },
    });
  });
  const unsafe =
    '<p id="x" onclick="alert(1)">可以看的</p><script>alert(2)</script><style>p{color:red}</style><iframe src="https://player.video.example/1" onload="alert(3)"></iframe><iframe src="https://evilvideo.example/"></iframe><iframe srcdoc="x" src="https://video.example/"></iframe>';
  const list = await fetch(`${site.url}/api/v1/thread/post/list?id=${thread.id}&limit=1`);
  const [first] = ((await list.json()) as { data: object[] }).data;
  const post = { ...first, id: 999_999, storey: 19, message: unsafe };
  await page.route(POST_ROUTE, (route) =>
    route.fulfill({
      json: { code: 0, msg: 'ok', data: { id: 999_999, offset: 0, storey: 19, checked: 1, post } },
    }),
  );
  await page.route('https://player.video.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '' }),
  );
  await page.route('**/api/v1/thread/preview', (route) =>
    route.fulfill({ json: { code: 0, msg: 'ok', data: { html: '<p><strong>粗体</strong></p>' } } }),
  );
  await openEditorWith(page, site, address(), '粗体');
  await page.getByRole('button', { name: '预览' }).click();
  const preview = page.locator('.editor .preview .prose');
  await preview.waitFor();
  await expectSoon(() => preview.textContent()).toBe('正在加载');
  await expectSoon(() => preview.locator('strong').count()).toBe(0);
  await sendButton(page).click();
  const own = page.locator('#p999999 .prose');
  await own.waitFor();
  await expectSoon(() => own.textContent()).toBe('正在加载');
  release();
  await expectSoon(() => own.locator('p').textContent()).toBe('可以看的');
  await expectSoon(() => own.locator('script, style, [onclick], [onload], [id]').count()).toBe(0);
  await expectSoon(() =>
    own
      .locator('iframe')
      .evaluateAll((frames) =>
        frames.map((frame) => [frame.getAttribute('src'), frame.getAttribute('sandbox')]),
      ),
  ).toEqual([
    [
      'https://player.video.example/1',
      'allow-scripts allow-same-origin allow-presentation allow-popups',
    ],
  ]);
  // Some Chromium versions report handlers in the sanitizer's windowless document.
  allowConsoleMessages(complaints, /Executing inline event handler violates/);
});

test('[R42] writing meets no barrier: editor, preview and errors, in both languages, light and dark', async ({
  page,
}) => {
  await page.route(POST_ROUTE, fulfillRefusal({ code: 2, err_code: 'repeat' }));
  // in a thread each: a draft of one may be restored in the other
  for (const [language, colorScheme, width, { id }] of [
    ['zh', 'light', 1440, thread],
    ['en', 'dark', 1000, long],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await openEditorWith(page, site, `${site.url}/${language}/post/${id}`, '');
    await sendButton(page).click();
    await page.locator('#reply-problem').waitFor();
    expect(await accessibilityProblems(page), `empty, ${language}`).toEqual([]);
    await replyTextbox(page).fill('x');
    await replyTextbox(page).press('Control+a');
    await replyTextbox(page).press('Control+b');
    await sendButton(page).click();
    await composerAlert(page).waitFor();
    await page.getByRole('button', { name: /^(预览|Preview)$/ }).click();
    await page.locator('.editor .preview strong').waitFor();
    expect(await accessibilityProblems(page), `refused, ${language}`).toEqual([]);
  }
});
