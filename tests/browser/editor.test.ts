import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect } from 'vitest';
import { accessibilityProblems, expectSoon, test } from '../support/browser.ts';
import { type FoundThread, findThread } from '../support/find-thread.ts';
import { PEOPLE } from '../support/people.ts';
import {
  clearEditor,
  compose,
  composerAlert,
  findOpenThread,
  fulfillRefusal,
  openEditorOnDraft,
  openEditorWith,
  POST_ROUTE,
  pasteInto,
  readLocalDraft,
  replyTextbox,
  sendButton,
  toolButton,
} from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';

/* The editor: formats, mentions, emoji, videos, preview, keys. */

const site = await startSite();
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let thread: FoundThread;
beforeAll(async () => {
  thread = await findOpenThread(site);
});
beforeEach(async () => void (await site.db.execute(sql`delete from draft`)));
const address = (lang = 'zh') => `${site.url}/${lang}/post/${thread.id}`;

test('[R24, R42] formats of the toolbar and of Markdown’s signs, tables by their tools and links by keyboard only are sent as HTML; the toolbar shows its shortcuts and active formats, and Tab leaves code after Escape', async ({
  page,
}) => {
  await openEditorWith(page, site, address(), '');
  await toolButton(page, '小标题').click();
  await page.keyboard.type('标题');
  await page.keyboard.press('Enter');
  await page.keyboard.type('> 引用');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('1. 一');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('```bash ls');
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe(
    '<h2>标题</h2><blockquote><p>引用</p></blockquote><ol><li><p>一</p></li></ol><pre><code class="language-bash">ls</code></pre>',
  );
  await page.getByRole('combobox', { name: '语言' }).selectOption('python');
  await expectSoon(() => readLocalDraft(page, thread.id)).toContain('language-python');
  await toolButton(page, /^撤销/).click();
  await expectSoon(() => readLocalDraft(page, thread.id)).toContain('language-bash');
  await clearEditor(page, thread.id);

  await toolButton(page, '表格').click();
  const tools = page.getByRole('toolbar', { name: '表格工具' });
  await tools.waitFor();
  for (const name of ['名称', '值', '说明']) {
    await page.keyboard.type(name);
    await page.keyboard.press('Tab');
  }
  await tools.getByRole('button', { name: '在下方插入行' }).click();
  await tools.getByRole('button', { name: '删除列' }).click();
  await expectSoon(async () =>
    (await readLocalDraft(page, thread.id)).match(/<t[rhd]\b|<thead/g)?.join(''),
  ).toBe('<thead<tr<th<th<tr<td<td<tr<td<td<tr<td<td');
  expect(await accessibilityProblems(page)).toEqual([]);
  await clearEditor(page, thread.id);

  await replyTextbox(page).fill('手册');
  await replyTextbox(page).press('Control+a');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('textbox', { name: '链接地址' });
  await field.fill('不是 网址');
  await page.keyboard.press('Enter');
  await page.getByText('网址格式不正确').waitFor();
  await field.fill('forum.example/手册');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe(
    '<p><a href="https://forum.example/手册">手册</a></p>',
  );
  await field.waitFor({ state: 'detached' });
  await expectSoon(() =>
    replyTextbox(page).evaluate((element) => element === document.activeElement),
  ).toBe(true);
  await page.keyboard.press('Control+k');
  await page.getByRole('button', { name: '移除' }).click();
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe('<p>手册</p>');
  await clearEditor(page, thread.id);

  await replyTextbox(page).press('Control+b');
  await page.keyboard.type('粗');
  await expectSoon(() => toolButton(page, '加粗').getAttribute('aria-pressed')).toBe('true');
  await expectSoon(() => toolButton(page, '加粗').getAttribute('aria-keyshortcuts')).toBe(
    'Control+B',
  );
  await replyTextbox(page).fill('');
  await page.keyboard.type('``` x');
  await page.keyboard.press('Tab');
  await expectSoon(() =>
    replyTextbox(page).evaluate((element) => element === document.activeElement),
  ).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expectSoon(() =>
    replyTextbox(page).evaluate((element) => element === document.activeElement),
  ).toBe(false);
  await clearEditor(page, thread.id);
});

test('[R24, R42, R13] an emoji is found in English on a Chinese page and chosen by the keyboard; a video of an allowed site is shown by its address, one of another site refused with the allowed ones, and pasted addresses become a video or a link', async ({
  page,
}) => {
  await openEditorWith(page, site, address(), '谢谢');
  await expectSoon(() =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .some(({ name }) => /EmojiPicker|lowlight/.test(name)),
    ),
  ).toBe(false);
  await replyTextbox(page).press('End');
  await toolButton(page, '表情').focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('searchbox', { name: /^搜索表情/ });
  await expectSoon(() => field.evaluate((element) => element === document.activeElement)).toBe(
    true,
  );
  await page.keyboard.type('clapping');
  await page.getByRole('button', { name: '鼓掌' }).first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await field.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe('<p>谢谢👏</p>');
  await expectSoon(() =>
    replyTextbox(page).evaluate((element) => element === document.activeElement),
  ).toBe(true);
  await clearEditor(page, thread.id);

  await toolButton(page, '视频').click();
  const videoField = page.getByRole('textbox', { name: '视频地址' });
  await videoField.fill('https://video.evil.example/1');
  await page.keyboard.press('Enter');
  await expectSoon(() => page.locator('.sheet .wrong').textContent()).toMatch(
    /只支持以下网站的视频：.*bilibili\.com/,
  );
  expect(await accessibilityProblems(page)).toEqual([]);
  await videoField.fill('https://www.bilibili.com/video/BV1GJ411x7h7?p=2');
  await page.keyboard.press('Enter');
  await expectSoon(() => readLocalDraft(page, thread.id)).toContain(
    '<iframe src="https://player.bilibili.com/player.html?bvid=BV1GJ411x7h7&amp;p=2&amp;autoplay=0"></iframe>',
  );
  await expectSoon(() => replyTextbox(page).locator('iframe').count()).toBe(0);
  await clearEditor(page, thread.id);

  await pasteInto(page, { 'text/plain': 'https://youtu.be/dQw4w9WgXcQ?t=1m5s' });
  await expectSoon(() => readLocalDraft(page, thread.id)).toContain(
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?start=65"></iframe>',
  );
  await replyTextbox(page).fill('');
  await pasteInto(page, { 'text/plain': 'https://vimeo.example/1' });
  await expectSoon(() => readLocalDraft(page, thread.id)).toContain(
    '<a href="https://vimeo.example/1">',
  );
});

test('[R14, R42, R24] words for which a reply is refused are marked in it; the count follows graphemes; a mention is completed by keyboard, notifies the person, and is a link', async ({
  page,
}) => {
  await page.route(
    POST_ROUTE,
    fulfillRefusal({
      code: 1,
      err_code: 'verify',
      err_payload: ['发票', 'SPAM'],
      err_values: { words: '发票,SPAM' },
    }),
  );
  await openEditorWith(page, site, address(), '代开发 票，spam！');
  await sendButton(page).click();
  await composerAlert(page).waitFor();
  await expectSoon(() => replyTextbox(page).locator('.wrong-word').allTextContents()).toEqual([
    '发 票',
    'spam',
  ]);
  expect(await readLocalDraft(page, thread.id)).toBe('<p>代开发 票，spam！</p>');

  await replyTextbox(page).fill('显卡 QEMU 9.2 装好了');
  await page.locator('.count', { hasText: '7 字' }).waitFor();

  await page.unroute(POST_ROUTE);
  await clearEditor(page, thread.id);
  const { rows } = await site.db.$client.query<{ id: number; nickname: string }>(
    `
      select id, nickname
      from "user"
      where nickname ~ '^[一-龥]{2,}$' and id <> ${PEOPLE.member}
      order by posts_cnt desc
      limit 1`,
  );
  const person = rows[0] as { id: number; nickname: string };
  await page.keyboard.type(`问问 @${person.nickname.slice(0, 2)}`);
  const list = page.getByRole('listbox', { name: '提到某人' });
  await list.getByRole('option', { name: new RegExp(person.nickname) }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const chosen = () =>
    replyTextbox(page).evaluate(
      (element) =>
        document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent ??
        '',
    );
  for (let turn = 0; turn < 8 && !(await chosen()).includes(person.nickname); turn++)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.type(`好吗 ${Date.now()}`);
  await expectSoon(() => list.count()).toBe(0);
  const asked = page.waitForRequest((request) => request.url().includes('/api/v1/post?'));
  await page.keyboard.press('Control+Enter');
  expect((await asked).postDataJSON().user_ids).toEqual([person.id]);
  const link = page.locator('#replies > .reply a.mention');
  await expectSoon(() => link.getAttribute('href')).toBe(`/user/${person.id}`);
  await expectSoon(
    async () =>
      (
        await site.db.$client.query(
          `
            select 1
            from notification
            where user_id = ${person.id} and kind = 'mention' and actor_id = ${PEOPLE.member}`,
        )
      ).rows.length,
  ).toBeGreaterThan(0);
});

test('[R42] writing meets no barrier with each popup open, in English and dark at 1000 px, in one row of tools', async ({
  open,
}) => {
  const page = await open({
    language: 'en',
    colorScheme: 'dark',
    width: 1000,
    reducedMotion: 'reduce',
  });
  await openEditorWith(page, site, address('en'), 'text');
  for (const name of ['More formatting', 'Emoji', 'Video', /^Link/] as const) {
    await toolButton(page, name).click();
    await page.locator('.rich .positioner').waitFor();
    if (name === 'Emoji') await page.locator('.emoji button').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('.rich .positioner').waitFor({ state: 'detached' });
  }
  await expectSoon(() =>
    page
      .locator('.tools > button')
      .evaluateAll((buttons) => [
        ...new Set(buttons.map((button) => Math.round(button.getBoundingClientRect().top))),
      ]),
  ).toHaveLength(1);
});

test('[R24] the preview equals the published page', async ({ page }) => {
  // A thread of its own: its page requests an external picture whenever it is opened.
  const own = await findThread(
    site.db,
    sql`t.id <> ${thread.id} and not t.closed and t.replies_cnt between 2 and 10`,
  );
  const ownAddress = `${site.url}/zh/post/${own.id}`;
  const mark = `预览 ${Date.now()}`;
  await page.route('https://img.example/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: PIXEL }),
  );
  await openEditorWith(page, site, ownAddress, '');
  await pasteInto(page, {
    'text/html': `<h2>${mark}</h2><pre><code class="language-python">def f(): pass</code></pre><table><tbody><tr><th>a</th></tr><tr><td>b</td></tr></tbody></table><p><a href="https://other.example/">x</a> <img src="https://img.example/a.png" alt="图"></p>`,
  });
  await toolButton(page, '预览').click();
  const preview = page.locator('.preview .prose');
  await preview.locator('.hl-k').first().waitFor();
  const seen = await preview.innerHTML();
  await sendButton(page).click();
  await page.locator('#replies > .reply', { hasText: mark }).waitFor();
  await expectSoon(async () => (await (await fetch(ownAddress)).text()).includes(mark)).toBe(true);
  await page.goto(ownAddress);
  const published = page.locator('.reply .prose', { hasText: mark });
  // The page's own script adds copy buttons to both.
  await expectSoon(async () =>
    (await published.innerHTML()).replace(/<button.*?<\/button>/g, ''),
  ).toBe(seen.replace(/<button.*?<\/button>/g, ''));
});

test('[R24] composed characters and text without keys replace a selection of code, a table, a list or a quote and following text, and are retained', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page);
  const ways = [
    () => compose(session, 'zhuang', '装好了'),
    () => page.keyboard.insertText('装好了'),
  ];
  for (const selected of [
    '<pre><code>ls -l</code></pre>',
    '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
    '<ul><li>a</li><li>b</li></ul>',
    '<blockquote><p>a</p></blockquote>',
  ])
    for (const write of ways) {
      const html = `${selected}<p>说明</p>`;
      await openEditorOnDraft(page, site, { url: address(), threadId: thread.id, html });
      await replyTextbox(page).press('Control+a');
      await write();
      await expectSoon(() => readLocalDraft(page, thread.id)).toBe('<p>装好了</p>');
      await expectSoon(() => replyTextbox(page).textContent()).toBe('装好了');
    }
});
