import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  login,
  PHONES,
  test,
} from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { chooseInPostMenu } from '../support/post-menu.ts';
import { pageText, startSite } from '../support/test-site.ts';

/* Members' edits of their own replies and threads (R23, R24), as others see them. */

const site = await startSite();
const MODERATOR = PEOPLE.administrator;

/**
 * Replies that are quoted on the same page; their authors neither are banned nor own the thread.
 */
const { rows: found } = await site.db.execute(sql`
  select
    p.id,
    p.thread_id as thread,
    p.floor,
    p.user_id as author,
    q.id as quoting,
    t.forum_id as forum,
    t.user_id as starter,
    t.resolved
  from post p
  join post q on q.quote_post_id = p.id and q.floor between 1 and 20
  join thread t on t.id = p.thread_id and t.state = 'normal' and t.checked and not t.closed
  join forum f on f.id = t.forum_id and f.access = 'public'
  join "user" u on u.id = p.user_id and u.banned_from is null
  join "user" s on s.id = t.user_id and s.banned_from is null
  where p.state = 'normal'
    and p.checked
    and q.state = 'normal'
    and q.checked
    and not p.featured
    and p.floor between 1 and 20
    and p.user_id <> t.user_id
    and p.edited_at is null
  order by p.thread_id, p.id`);
interface Found {
  id: number;
  thread: number;
  floor: number;
  author: number;
  quoting: number;
  forum: number;
  starter: number;
  resolved: boolean;
}
const different = (found as unknown as Found[]).filter(
  (one, index, all) => all.findIndex(({ thread }) => thread === one.thread) === index,
);
const [edited, deleted, refused, started] = different as [Found, Found, Found, Found];

const address = ({ thread }: Found, lang = 'zh') => `${site.url}/${lang}/post/${thread}`;
const reply = (page: Page, { id }: Found) => page.locator(`#p${id}`);
const menu = (page: Page) => page.getByRole('menu');
const box = (page: Page) => page.getByRole('textbox', { name: /^(编辑回复|Edit reply)$/ });

async function visit(page: Page, where: Found, as: number, lang = 'zh'): Promise<void> {
  await login(page, site, as);
  await page.goto(address(where, lang));
  await page.locator('.account .me .av').waitFor();
}

/** Waits until the editor of a reply has the focus. */
async function expectBoxFocused(page: Page): Promise<void> {
  await box(page).waitFor();
  await expectSoon(() =>
    box(page).evaluate((element) => element.contains(document.activeElement)),
  ).toBe(true);
}

/** Opens the editor of a reply; resolves once it has the focus. */
async function edit(page: Page, where: Found): Promise<void> {
  await choose(page, where, /编辑|Edit/);
  await expectBoxFocused(page);
}

async function choose(page: Page, where: Found, item: RegExp): Promise<void> {
  await reply(page, where).locator('[data-act="more"]').click();
  await menu(page).getByRole('menuitem', { name: item }).click();
}

test('[R24, R6, R18, R29] an author edits a reply in place, with a retry if its text doesn’t load; readers see the time, members the former text, until a moderator removes the old version', async ({
  page,
  open,
  complaints,
}) => {
  await visit(page, edited, edited.author);
  const before = (await reply(page, edited).locator('.prose').textContent())?.trim() ?? '';
  await page.route('**/api/v1/thread/post/source?*', (route) => route.abort());
  await choose(page, edited, /编辑/);
  await page.locator('.edit-reply').getByRole('alert').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.unrouteAll();
  await page.locator('.edit-reply').getByRole('button', { name: '重试' }).click();
  await expectBoxFocused(page);
  await expectSoon(() => box(page).textContent()).toContain(before.slice(0, 8));
  const said = `补充一句 ${Date.now()}`;
  await page.keyboard.press('Control+End');
  await page.keyboard.type(` ${said}`);
  await page.keyboard.press('Control+Enter');
  const prose = reply(page, edited).locator('.prose:visible');
  await expectSoon(() => box(page).count()).toBe(0);
  await expectSoon(() => prose.textContent()).toContain(said);

  const visitor = await open({ javaScriptEnabled: false });
  await expectSoon(async () => {
    await visitor.goto(address(edited));
    return reply(visitor, edited).locator('.edited').count();
  }).toBe(1);
  await expectSoon(() => reply(visitor, edited).locator('.prose').textContent()).toContain(said);
  await expectSoon(() => visitor.locator('[data-act]:visible').count()).toBe(0);

  const member = await open();
  await visit(member, edited, PEOPLE.otherMember);
  await reply(member, edited).locator('[data-act="history"]').click();
  const history = member.getByRole('dialog', { name: '修改历史' });
  await expectSoon(() => history.locator('ins').allTextContents()).toEqual([
    expect.stringContaining(said),
  ]);
  await expectSoon(() => history.locator('del').count()).toBe(0);
  await history.getByRole('radio').last().check();
  await expectSoon(() => history.locator('.difference').textContent()).toContain(
    before.slice(0, 8),
  );
  await expectSoon(() => history.locator('.difference').textContent()).not.toContain(said);
  expect(await accessibilityProblems(member)).toEqual([]);

  const { rows } = await site.db.execute(
    sql`select id from post_revision where post_id = ${edited.id} order by id limit 1`,
  );
  await visit(member, edited, MODERATOR);
  await reply(member, edited).locator('[data-act="history"]').click();
  await history.getByRole('radio').last().check();
  await history.getByRole('button', { name: '删除这个版本' }).click();
  await member
    .getByRole('dialog', { name: '删除这个版本' })
    .getByRole('button', { name: '删除' })
    .click();
  await history.getByText('有一个版本不可见').waitFor();
  const { rows: kept } = await site.db.execute(
    sql`
      select
        source,
        (
          select count(*)::int
          from action_log
          where action = 'revision.delete' and target_post_id = ${edited.id}
        ) as logged
      from post_revision
      where id = ${rows[0]?.id as number}`,
  );
  expect(kept).toEqual([{ source: '', logged: 1 }]);
  await expectConsoleMessages(complaints, /net::ERR_FAILED .*\/api\/v1\/thread\/post\/source/);
});

test.for([
  ['desktop', 'zh', { width: 1440, height: 900 }],
  ['phone', 'phone/zh', PHONES[0]],
] as const)(
  '[R24] an editor that comes late doesn’t take the focus from a button of its form: %s',
  async ([, root, device], { open }) => {
    const page = await open(device);
    await login(page, site, MODERATOR);
    await page.goto(address(refused, root));
    let letThrough: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route('**/api/v1/thread/post/source?*', async (route) => {
      await held;
      await route.continue();
    });
    await reply(page, refused).locator('> .acts [data-act="moderate"]').click();
    await menu(page).getByRole('menuitem', { name: '编辑' }).click();
    const form = page.locator('.edit-reply');
    const cancel = form.getByRole('button', { name: '取消' });
    await cancel.focus();
    letThrough();
    await box(page).waitFor();
    // the editor would take the focus a frame after its mount
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
  },
);

test('[R24, R42] a deleted reply retains its floor and says so, quotes of it too, for readers right after the confirmation; its author can undo that there', async ({
  page,
}) => {
  await visit(page, deleted, deleted.author);
  await choose(page, deleted, /删除/);
  const question = page.getByRole('dialog', { name: '删除这条回复？' });
  await question.getByRole('button', { name: '取消' }).click();
  await expectSoon(() => reply(page, deleted).locator('.prose').count()).toBe(1);
  await choose(page, deleted, /删除/);
  await question.getByRole('button', { name: '删除' }).click();
  await reply(page, deleted).getByText('这条回复已删除。').waitFor();
  await expectSoon(() => reply(page, deleted).locator('.prose, .acts, .av').count()).toBe(0);
  await expectSoon(() => reply(page, deleted).locator('.when a').textContent()).toContain(
    `${deleted.floor} 楼`,
  );
  const quote = page.locator(`#p${deleted.quoting} .quote`);
  await expectSoon(() => quote.textContent()).toBe('引用的回复已不可见');
  expect(await accessibilityProblems(page)).toEqual([]);
  const isReplyFocused = () =>
    reply(page, deleted).evaluate((article) => article.contains(document.activeElement));
  await expectSoon(isReplyFocused).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.toasts').getByText('回复已恢复').waitFor();
  await expectSoon(() => reply(page, deleted).locator('.prose').count()).toBeGreaterThan(0);
  await expectSoon(() => quote.locator('a').count()).toBe(1);
  await expectSoon(isReplyFocused).toBe(true);
  await expectSoon(() => pageText(site, `/zh/post/${deleted.thread}`)).not.toContain(
    '这条回复已删除',
  );
  await choose(page, deleted, /删除/);
  await question.getByRole('button', { name: '删除' }).click();
  await reply(page, deleted).getByText('这条回复已删除。').waitFor();
  await page.reload();
  await reply(page, deleted).getByText('这条回复已删除。').waitFor();
  await expectSoon(() => page.locator(`#p${deleted.quoting} .quote`).textContent()).toContain(
    '引用的回复已不可见',
  );
});

test('[R14, R18] a refusal by the server appears in the editor and in the question; the text stays', async ({
  page,
  complaints,
}) => {
  await visit(page, refused, refused.author, 'en');
  await page.route('**/api/v1/thread/post', (route) =>
    route.fulfill({
      json: {
        code: 1,
        msg: '',
        err_code: 'verify',
        err_payload: ['spam'],
        err_values: { words: 'spam' },
      },
    }),
  );
  await edit(page, refused);
  await page.keyboard.type(' more');
  await page.getByRole('button', { name: 'Save' }).click();
  const form = page.getByRole('form', { name: 'Edit reply' });
  await expectSoon(() => form.getByRole('alert').textContent()).toBe(
    'Verification failed: sensitive words found keywords: spam',
  );
  await expectSoon(() => box(page).textContent()).toContain('more');
  expect(await accessibilityProblems(page)).toEqual([]);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.route('**/api/v1/thread/post?*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '30' },
      json: { code: 429, msg: '', err_code: 'tooMany' },
    }),
  );
  await choose(page, refused, /Delete/);
  const question = page.getByRole('dialog', { name: 'Delete this reply?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectSoon(() => question.getByRole('alert').textContent()).toMatch(
    /try again in (30|2\d) s/,
  );
  expect(await accessibilityProblems(page)).toEqual([]);
  await expectConsoleMessages(complaints, /status of 429 .*\/api\/v1\/thread\/post\?/);
});

test('[R23, R20, R28] a moderator resolves by their menu, others have nothing to resolve with; they can report the first post of a thread', async ({
  page,
}) => {
  await visit(page, started, MODERATOR);
  await page.locator('.post [data-act="moderate"]').click();
  await page.getByRole('menuitem', { name: /已解决/ }).waitFor();
  await page.keyboard.press('Escape');
  await visit(page, started, started.author);
  await page.locator('.post > .acts [data-act="more"]').click();
  const report = menu(page).getByRole('menuitem', { name: '举报' });
  await report.waitFor();
  await expectSoon(() =>
    menu(page)
      .getByRole('menuitem', { name: /已解决/ })
      .count(),
  ).toBe(0);
  await report.click();
  const dialog = page.getByRole('dialog', { name: '举报这个主题' });
  await dialog.getByRole('radio', { name: '其他' }).check();
  await dialog.getByRole('button', { name: '提交举报' }).click();
  await page.locator('.toast').getByText('已提交，版主会尽快处理').waitFor();
  const { rows } = await site.db.execute(
    sql`
      select p.floor
      from report r
      join post p on p.id = r.post_id
      where r.reporter_id = ${started.author} and p.thread_id = ${started.thread}`,
  );
  expect(rows).toEqual([{ floor: 0 }]);
});

test('[R23] a thread’s author marks it as resolved and undoes that, which changes at once and is published; the menu leads to its editor, and deletion removes it for everybody', async ({
  page,
}) => {
  await visit(page, started, started.starter);
  const mark = page.locator('.facts .resolved');
  const [mine, other] = started.resolved
    ? ['取消已解决', '标为已解决']
    : ['标为已解决', '取消已解决'];
  const refusal = async () => {
    for (const act of ['resolve', 'unresolve'])
      await page.route(`**/${act}`, (route) =>
        route.fulfill({ json: { code: 6, msg: '', err_code: 'limit' } }),
      );
  };
  await refusal();
  await chooseInPostMenu(page, '.post', mine);
  await page.locator('.toast.bad').waitFor();
  await expectSoon(() => mark.count()).toBe(started.resolved ? 1 : 0);
  await page.unrouteAll();
  await page.locator('.toast.bad button').click();
  await chooseInPostMenu(page, '.post', mine);
  await expectSoon(() => mark.count()).toBe(started.resolved ? 0 : 1);
  await expectSoon(async () =>
    (await pageText(site, `/zh/post/${started.thread}`)).includes('<span class="resolved"'),
  ).toBe(!started.resolved);
  await refusal();
  await chooseInPostMenu(page, '.post', other);
  await page.locator('.toast.bad').waitFor();
  await expectSoon(() => mark.count()).toBe(started.resolved ? 0 : 1);
  await page.unrouteAll();

  await page.locator('.post [data-act="more"]').click();
  await expectSoon(() =>
    menu(page).getByRole('menuitem', { name: '编辑' }).getAttribute('href'),
  ).toBe(`/zh/edit?id=${started.thread}`);
  expect(await accessibilityProblems(page)).toEqual([]);
  await menu(page).getByRole('menuitem', { name: '删除' }).click();
  await page
    .getByRole('dialog', { name: '删除这个主题？' })
    .getByRole('button', { name: '删除' })
    .click();
  await page.waitForURL(`${site.url}/zh/forum/${started.forum}`);
  expect((await fetch(address(started))).status).toBe(406);
});

test('[R35] a member finds private messages on others’ pages and settings on the own one, a visitor neither; all see group and level', async ({
  page,
}) => {
  const ways = page.locator('.user-head .ways a');
  await page.goto(`${site.url}/zh/user/${MODERATOR}`);
  await expectSoon(() => ways.isVisible()).toBe(false);
  await expectSoon(() => page.locator('.user-head .meta').textContent()).toMatch(
    /^\s*Lv \d+ \S+ · \S+\s*$/,
  );
  await login(page, site, PEOPLE.member);
  await page.goto(`${site.url}/zh/user/${MODERATOR}`);
  await expectSoon(() => ways.getAttribute('href')).toBe(`/zh/me/letters?with=${MODERATOR}`);
  await page.goto(`${site.url}/zh/user/${PEOPLE.member}`);
  await expectSoon(() => ways.getAttribute('href')).toBe('/zh/me/settings');
});
