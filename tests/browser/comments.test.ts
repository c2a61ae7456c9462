import { sql } from 'drizzle-orm';
import type { Page, Route } from 'playwright';
import { expect } from 'vitest';
import { REPLY_COOLDOWN_MS } from '#contracts/limits.ts';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  login,
  test,
} from '../support/browser.ts';
import { thread as makeThread } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

/* Creation and deletion of comments under replies (R24). */

const site = await startSite();
const MEMBER = PEOPLE.member;

/** Other members' replies in open threads: without comments, and with more than are shown. */
const find = async (condition: string) => {
  const { rows } = await site.db.execute(sql`
    select p.id, p.thread_id as thread, p.comments_cnt as comments
    from post p
    join thread t on t.id = p.thread_id
    join forum f on f.id = t.forum_id and f.access = 'public'
    where t.state = 'normal'
      and t.checked
      and not t.closed
      and p.state = 'normal'
      and p.checked
      and not p.featured
      and p.floor between 1 and 20
      and p.user_id <> ${MEMBER}
      and ${sql.raw(condition)}
    order by p.id
    limit 1`);
  return rows[0] as { id: number; thread: number; comments: number };
};
const plain = await find('p.comments_cnt = 0');
const busy = await find(
  `
    p.comments_cnt > 3
    and not exists (select from comment c where c.post_id = p.id and c.user_id = ${MEMBER})`,
);

const CALL = '**/api/v1/post/comment';
const reply = (page: Page, id = plain.id) => page.locator(`#p${id}`);
const field = (page: Page) => page.getByRole('textbox', { name: /^(写评论|Write a comment)$/ });
const send = (page: Page) => page.getByRole('button', { name: /^(发表评论|Post comment)$/ });

async function open(page: Page, { id, thread } = plain, lang = 'zh'): Promise<void> {
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/${lang}/post/${thread}`);
  await page.locator('.account .me .av').waitFor();
  await reply(page, id).locator('[data-act="comment"]').click();
  await field(page).waitFor();
}

const refuse =
  (body: object, status = 200, headers = {}) =>
  (route: Route) =>
    route.fulfill({ status, headers, json: { msg: '', ...body } });

test('[R24, R27] a comment is written under a reply, shown at once, published soon, and deleted again; Escape closes the field and retains the text for the next time, also on the next visit', async ({
  page,
}) => {
  await open(page);
  const text = `谢谢，这样就好了 <b> & ${Date.now()}`;
  await field(page).fill(`${text}\n第二行`);
  await page.keyboard.press('Control+Enter');
  const own = reply(page).locator('.comments li', { hasText: text });
  await own.waitFor();
  await expectSoon(() => field(page).count()).toBe(0);
  await expectSoon(() =>
    reply(page)
      .locator('[data-act="comment"]')
      .evaluate((button) => button === document.activeElement),
  ).toBe(true);
  const published = async () =>
    (await (await fetch(`${site.url}/zh/post/${plain.thread}`)).text()).includes(
      '谢谢，这样就好了 &lt;b&gt; &amp;',
    );
  await expectSoon(published).toBe(true);

  await reply(page).locator('[data-act="comment"]').click();
  await field(page).fill('写到一半');
  await page.keyboard.press('Escape');
  await expectSoon(() => field(page).count()).toBe(0);
  await page.reload();
  await page.locator('.account .me .av').waitFor();
  await reply(page).locator('[data-act="comment"]').click();
  await expectSoon(() => field(page).inputValue()).toBe('写到一半');
  await page.keyboard.press('Escape');

  await own.getByRole('button', { name: '删除' }).click();
  const dialog = page.getByRole('dialog', { name: '删除这条评论？' });
  await dialog.getByRole('button', { name: '取消' }).click();
  await dialog.waitFor({ state: 'detached' });
  await own.getByRole('button', { name: '删除' }).click();
  // The event stream may report the deletion before the call is answered.
  const answered = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await dialog.getByRole('button', { name: '删除' }).click();
  expect((await answered).status()).toBe(200);
  expect(await published()).toBe(false);
  await own.waitFor({ state: 'detached' });
});

test('[R24, R30] answering a comment names its author, who is notified', async ({ page }) => {
  await open(page, busy);
  await page.keyboard.press('Escape');
  const first = reply(page, busy.id).locator('.comments > li').first();
  const name = (await first.locator('.name').textContent()) ?? '';
  await first.locator('[data-act="answer"]').click();
  await expectSoon(() => field(page).inputValue()).toBe(`@${name} `);
  await page.keyboard.type('同意，我也是这样');
  await send(page).click();
  const own = reply(page, busy.id).locator('.comments > li', { hasText: '同意，我也是这样' });
  await own.waitFor();
  await expectSoon(() => own.locator('.mention').textContent()).toBe(`@${name}`);
  const { rows } = await site.db.execute(sql`
    select n.kind
    from notification n
    join "user" u on u.id = n.user_id
    where u.nickname = ${name} and n.post_id = ${busy.id} and n.actor_id = ${MEMBER}`);
  expect(rows).toHaveLength(1);
  // The other comments appear between the published ones and the new one, each once.
  await reply(page, busy.id).locator('[data-act="comments"]').click();
  await expectSoon(() => reply(page, busy.id).locator('.comments > li').count()).toBe(
    busy.comments + 1,
  );
  await expectSoon(() =>
    reply(page, busy.id).locator('.comments > li').last().textContent(),
  ).toContain('同意，我也是这样');
});

test('[R14, R15, R18, R29] a refusal appears below the text, in the reader’s language, and the text stays; too many comments in a minute count down; then three clicks on send are one comment, and one that is pending review is shown to its author alone', async ({
  page,
  complaints,
}) => {
  await site.db.execute(
    sql`
      insert into sensitive_word (word, normalized, action, created_by)
      values ('内部消息', '内部消息', 'review', 10000)`,
  );
  await page.clock.install();
  await open(page);
  const alert = reply(page).getByRole('alert');
  for (const [body, said, status] of [
    [
      {
        code: 1,
        err_code: 'verify',
        err_payload: ['赌博', '发票'],
        err_values: { words: '赌博,发票' },
      },
      '验证失败：包含敏感词，关键词：赌博,发票',
      200,
    ],
    [{ code: 2, err_code: 'repeat' }, '已存在相同内容，请刷新页面', 200],
    [{ code: 413, err_code: 'tooLarge' }, '内容过大，请缩短或压缩后再试', 413],
    [{ code: 413, err_code: 'tooComplex' }, '内容结构过于复杂', 413],
    [{ code: 4000, err_code: 'banned' }, /封禁|禁言/, 200],
  ] as const) {
    await page.route(CALL, refuse(body, status));
    await field(page).fill(`一句话 ${JSON.stringify(body)}`);
    await page.clock.runFor(REPLY_COOLDOWN_MS);
    await send(page).click();
    await expectSoon(async () => (await alert.allTextContents()).join()).toMatch(said);
    await page.unroute(CALL);
  }
  await expectSoon(() => field(page).inputValue()).toContain('一句话');

  await page.route(CALL, refuse({ code: 429, err_code: 'tooMany' }, 429, { 'retry-after': '30' }));
  await field(page).fill(`慢慢来 ${Date.now()}`);
  await page.clock.runFor(REPLY_COOLDOWN_MS);
  await send(page).click();
  await expectSoon(() => reply(page).getByRole('alert').textContent()).toMatch(
    /请 (30|2\d) 秒后再试/,
  );
  await expectSoon(() => send(page).getAttribute('aria-disabled')).toBe('true');
  await page.unroute(CALL);
  await page.clock.runFor(31_000);
  await expectSoon(() => send(page).getAttribute('aria-disabled')).toBe(null);

  let calls = 0;
  await page.route(CALL, async (route) => {
    calls++;
    await route.continue();
  });
  await field(page).fill(`只发一次 ${Date.now()}`);
  await send(page).evaluate((button: HTMLButtonElement) => {
    for (let times = 0; times < 3; times++) button.click();
  });
  await reply(page).locator('.comments li', { hasText: '只发一次' }).waitFor();
  expect(calls).toBe(1);

  await reply(page).locator('[data-act="comment"]').click();
  await field(page).fill('这是内部消息');
  await page.clock.runFor(REPLY_COOLDOWN_MS);
  await send(page).click();
  const own = reply(page).locator('.comments li', { hasText: '这是内部消息' });
  await own.getByText('等待审核，仅自己可见').waitFor();
  expect(await (await fetch(`${site.url}/zh/post/${plain.thread}`)).text()).not.toContain(
    '内部消息',
  );
  await expectConsoleMessages(
    complaints,
    /status of 413 .*\/api\/v1\/post\/comment/,
    /status of 429 .*\/api\/v1\/post\/comment/,
  );
});

test('[R18] a visitor who wants to comment is asked to log in; a locked thread offers neither comment nor quote', async ({
  page,
}) => {
  await page.goto(`${site.url}/zh/post/${plain.thread}`);
  await reply(page).locator('[data-act="comment"]').click();
  await page.locator('.toast').getByText('登录后即可评论').waitFor();
  const { rows } = await site.db.execute(sql`
    select t.id
    from thread t
    join forum f on f.id = t.forum_id and f.access = 'public'
    where t.closed and t.state = 'normal' and t.checked and t.replies_cnt > 0
    order by t.id
    limit 1`);
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/post/${rows[0]?.id as number}`);
  await page.locator('.account .me .av').waitFor();
  await page.locator('[data-act="like"]').first().waitFor();
  await expectSoon(() =>
    page.locator(':is([data-act="comment"], [data-act="quote"])').count(),
  ).toBe(0);
});

const EMPTY = { zh: '请先写点内容', en: 'Write something first' };

/** The form reports a comment that is too long before sending. */
async function tryTooLong(page: Page): Promise<void> {
  await field(page).fill('x'.repeat(1_900));
  await page.getByText('93 characters left').waitFor();
  await field(page).fill('x'.repeat(2_003));
  await page.getByText('10 characters too long').waitFor();
  await send(page).click();
  await expectSoon(() => field(page).getAttribute('aria-invalid')).toBe('true');
}

test('[R42, R14] the open field and the question before deleting are accessible, in both languages, light and dark; too long a text is reported before sending, and an empty one isn’t sent', async ({
  page,
}) => {
  for (const [language, colorScheme] of [
    ['zh', 'light'],
    ['en', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await open(page, plain, language);
    await field(page).fill('');
    await send(page).click();
    expect(await accessibilityProblems(page), `field, ${language}`).toEqual([]);
    await page.getByText(EMPTY[language]).waitFor();
    if (language === 'en') await tryTooLong(page);
    await field(page).fill(`${language} ${Date.now()}`);
    await send(page).click();
    await reply(page).locator('[data-act="delete-comment"]').last().click();
    await page.getByRole('dialog').waitFor();
    expect(await accessibilityProblems(page), `question, ${language}`).toEqual([]);
  }
});

test('[R24] a comment that is sent by keys before the file of its form has come is sent when it has', async ({
  page,
}) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/CommentForm\.[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await open(page);
  const text = `早早发出 ${Date.now()}`;
  await field(page).fill(text);
  await page.keyboard.press('Control+Enter');
  await expectSoon(() => send(page).count()).toBe(0);
  release();
  await reply(page).locator('.comments li', { hasText: text }).waitFor();
  await expectSoon(() => field(page).count()).toBe(0);
});

test('[R24, R42] a published comment is edited in place, by keyboard, and its page says so', async ({
  page,
}) => {
  const before = `写错了 ${Date.now()}`;
  const after = `写对了 ${Date.now()}`;
  const { id: threadId, replies } = await makeThread(site.db, { replies: 1 });
  const own = { id: replies[0] as number, thread: threadId, comments: 0 };
  const published = async () => (await fetch(`${site.url}/zh/post/${threadId}`)).text();
  await open(page, own);
  await field(page).fill(before);
  await page.keyboard.press('Control+Enter');
  await reply(page, own.id).locator('.comments li', { hasText: before }).waitFor();
  await expectSoon(async () => (await published()).includes(before)).toBe(true);
  await page.reload();
  await page.locator('.account .me .av').waitFor();

  const written = reply(page, own.id).locator('.comments li', { hasText: before });
  const id = (await written.getAttribute('data-id')) ?? '';
  const item = reply(page, own.id).locator(`.comments li[data-id="${id}"]`);
  const button = item.getByRole('button', { name: '编辑' });
  await button.press('Enter');
  const editor = page.getByRole('textbox', { name: '编辑评论' });
  await expectSoon(() => editor.inputValue()).toBe(before);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expectSoon(() => editor.count()).toBe(0);
  await expectSoon(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
  await button.press('Enter');
  await editor.fill(after);
  await page.keyboard.press('Control+Enter');
  await expectSoon(() => item.locator('.message-text:visible').textContent()).toBe(after);
  await expectSoon(() => item.locator('.meta').textContent()).toMatch(/ · .+编辑编辑/);
  await expectSoon(async () => (await published()).includes(after)).toBe(true);
  expect(await published()).not.toContain(before);
});

test('[R25, R42] a published comment is liked in place, and its page shows the number', async ({
  page,
}) => {
  const { id: threadId, replies } = await makeThread(site.db, { replies: 1 });
  const own = { id: replies[0] as number, thread: threadId, comments: 0 };
  const said = `值得点赞 ${Date.now()}`;
  await site.db.execute(sql`
    insert into comment (post_id, thread_id, user_id, source, html, policy, content_hash)
    values (${own.id}, ${threadId}, ${PEOPLE.otherMember}, ${said}, ${said}, 0, ${said})`);
  await site.db.execute(sql`update post set comments_cnt = 1 where id = ${own.id}`);
  const number = async () =>
    (await (await fetch(`${site.url}/zh/post/${threadId}`)).text()).match(
      /<span class="likes"[^>]*>.*?<\/span>(\d+)/,
    )?.[1];
  expect(await number()).toBeUndefined();
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/post/${threadId}`);
  const item = reply(page, own.id).locator('.comments li', { hasText: said });
  await item.getByRole('button', { name: '有用' }).press('Enter');
  await item.getByRole('button', { name: '有用 1', pressed: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await expectSoon(number).toBe('1');
  await page.reload();
  await item.getByRole('button', { name: '有用 1', pressed: true }).waitFor();
  await expectSoon(() => item.locator('.likes:visible').count()).toBe(0);
});
