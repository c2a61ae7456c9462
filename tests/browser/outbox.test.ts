import { sql } from 'drizzle-orm';
import type { BrowserContext, Page } from 'playwright';
import { expect } from 'vitest';
import { OUTBOX_SYNC_TAG, OUTBOX_WORKER_SCOPE } from '#contracts/outbox.ts';
import {
  accessibilityProblems,
  allowConsoleMessages,
  expectSoon,
  login,
  PHONES,
  test,
} from '../support/browser.ts';
import { member, thread } from '../support/factories.ts';
import { sharedSite } from '../support/test-site.ts';
import {
  chooseTheme,
  messageTextbox,
  replaceMessage,
  subjectField,
  submitButton,
} from '../support/thread-form-page.ts';

/*
 * Posts that are sent while the API is unavailable and their page is closed: decisions/outbox.md.
 * The debugging protocol wakes the worker, as browsers do.
 */

const site = await sharedSite();
// The first rendered page takes longer than the tests' timeout.
await fetch(`${site.url}/zh/new`);

const AWAY = '**/api/**';
const FAILED = /net::ERR_FAILED .*\/api\//;
const field = (page: Page) =>
  page
    .getByRole('textbox', { name: /^(写回复|Write a reply)$/ })
    .and(page.locator('[contenteditable], .reply-sheet textarea'));
const repliesOf = async (threadId: number): Promise<string[]> =>
  (
    await site.db.execute<{ excerpt: string }>(
      sql`select excerpt from post where thread_id = ${threadId} and floor > 0 order by id`,
    )
  ).rows.map(({ excerpt }) => excerpt);
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /^draft:\d+:\d+-/.test(key)));

/** Waits until the worker can be woken: it starts with the first typing. */
async function waitForWorker(page: Page): Promise<void> {
  if (await page.evaluate(() => 'SyncManager' in window))
    await page.evaluate(async (scope) => {
      while (!(await navigator.serviceWorker.getRegistration(scope))?.active)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    }, OUTBOX_WORKER_SCOPE);
}
const LEAVE = /可以关闭页面|You can close|下次访问时|next visit/;

/**
 * Writes a reply while the API is unavailable; waits until the browser has stored it. The worker
 * may send it at once: `beforeSending` prepares what it meets.
 */
async function writeWhileAway(
  page: Page,
  root: string,
  threadId: number,
  text: string,
  beforeSending: () => Promise<unknown> = async () => {},
) {
  await page.goto(`${site.url}/${root}/post/${threadId}`);
  await page.locator('[data-act="compose"]').click();
  await field(page).waitFor();
  await waitForWorker(page);
  await field(page).fill(text);
  await page.route(AWAY, (route) => route.abort());
  await beforeSending();
  await page
    .getByRole('button', { name: /^(回复|Reply|发送|Send)$/ })
    .last()
    .click();
  await page
    .getByText(/可以关闭页面|You can close|下次访问时发送|next visit/)
    .first()
    .waitFor();
}

/** Makes the browser wake the worker, from a page of the site without islands. */
async function sync(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${site.url}/robots.txt`);
  const session = await context.newCDPSession(page);
  const ids: string[] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId, scopeURL } of registrations)
      if (scopeURL.endsWith(OUTBOX_WORKER_SCOPE)) ids.push(registrationId);
  });
  await session.send('ServiceWorker.enable');
  await expectSoon(() => ids.length).toBeGreaterThan(0);
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin: site.url,
    registrationId: ids.at(-1) as string,
    tag: OUTBOX_SYNC_TAG,
    lastChance: false,
  });
  await page.close();
}

/** As a browser that doesn't sync in the background. */
const withoutSync = (context: BrowserContext) =>
  context.addInitScript(() => Reflect.deleteProperty(window, 'SyncManager'));

const SITES = [
  { root: 'zh', window: {} },
  { root: 'phone/en', window: { ...PHONES[0], language: 'en' as const } },
];

for (const { root, window } of SITES) {
  test(`[R15, R27] on /${root} a reply that was written while the server was unavailable is sent by the browser though its page is closed, once; the next page reports it and offers no draft`, async ({
    open,
    complaints,
  }) => {
    const [me, { id, replies }] = [await member(site.db), await thread(site.db, { replies: 1 })];
    const page = await open(window);
    const context = page.context();
    await context.grantPermissions(['background-sync']);
    await login(page, site, me);
    await writeWhileAway(page, root, id, '断线时写的回复');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.close();
    await sync(context);
    await expectSoon(() => repliesOf(id)).toContain('断线时写的回复');
    const next = await context.newPage();
    await next.goto(`${site.url}/${root}/post/${id}`);
    await next
      .locator('.toast')
      .getByRole('link', { name: /^(查看|View)$/ })
      .waitFor();
    await expectSoon(() => drafts(next)).toEqual([]);
    await expectSoon(() => next.evaluate(() => localStorage.getItem('outbox'))).toBeNull();
    await sync(context);
    expect(await repliesOf(id)).toHaveLength(replies.length + 1);
    allowConsoleMessages(complaints, FAILED);
  });

  test(`[R15, R27] on /${root} a browser that doesn’t sync has it sent by the next page, though another one than it was written on; its answer may be lost`, async ({
    open,
    complaints,
  }) => {
    const [me, { id, replies }] = [await member(site.db), await thread(site.db, { replies: 1 })];
    const page = await open(window);
    const context = page.context();
    await withoutSync(context);
    await login(page, site, me);
    await writeWhileAway(page, root, id, '下次再发的回复');
    await page.close();
    const next = await context.newPage();
    let lost = 0;
    await next.route('**/api/v1/post?*', async (route) => {
      if (lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await next.goto(`${site.url}/${root}`);
    await next
      .locator('.toast')
      .getByRole('link', { name: /^(查看|View)$/ })
      .waitFor();
    expect(lost).toBe(2);
    expect(await repliesOf(id)).toHaveLength(replies.length + 1);
    await expectSoon(() => drafts(next)).toEqual([]);
    allowConsoleMessages(complaints, FAILED);
  });
}

test('[R21, R27] nothing is sent under a later login, neither by the browser nor by a page; its author finds it sent after coming back', async ({
  page,
  complaints,
}) => {
  const [me, other] = [await member(site.db), await member(site.db)];
  const { id, replies } = await thread(site.db, { replies: 1 });
  const context = page.context();
  await context.grantPermissions(['background-sync']);
  await login(page, site, me);
  await writeWhileAway(page, 'zh', id, '我写的，不是别人', () => context.clearCookies());
  await page.close();
  const theirs = await context.newPage();
  await theirs.goto(`${site.url}/robots.txt`);
  await login(theirs, site, other);
  await sync(context);
  await theirs.goto(`${site.url}/zh/post/${id}`);
  await theirs.locator('.account .me .av').waitFor();
  await sync(context);
  expect(await repliesOf(id)).toHaveLength(replies.length);
  await login(theirs, site, me);
  await theirs.evaluate(() => sessionStorage.clear());
  await theirs.goto(`${site.url}/zh`);
  await theirs.locator('.toast').getByRole('link', { name: '查看' }).waitFor();
  const { rows } = await site.db.execute(
    sql`select user_id from post where thread_id = ${id} order by id desc limit 1`,
  );
  expect(rows).toEqual([{ user_id: me }]);
  allowConsoleMessages(complaints, FAILED, /status of 403 .*\/api\/v1\/post/);
});

test('[R15, R27] the page with its text restores an unsent reply, which can be cancelled; then nothing is sent', async ({
  page,
  complaints,
}) => {
  const [me, { id, replies }] = [await member(site.db), await thread(site.db, { replies: 1 })];
  const context = page.context();
  await withoutSync(context);
  await login(page, site, me);
  await writeWhileAway(page, 'zh', id, '想一想再发');
  await page.close();
  const next = await context.newPage();
  await next.route('**/api/v1/post?*', (route) => route.abort());
  let isKnown = false; // the login check; from then on the API is unavailable
  await next.route('**/api/v1/login/is_login', (route) => {
    if (isKnown) return route.abort();
    isKnown = true;
    return route.continue();
  });
  await next.goto(`${site.url}/zh/post/${id}`);
  await next.locator('[data-act="compose"]').click();
  const paused = next.locator('#compose .paused');
  await paused.waitFor();
  await expectSoon(() => field(next).isEditable()).toBe(false);
  await paused.getByRole('button', { name: '取消' }).click();
  await expectSoon(() => field(next).isEditable()).toBe(true);
  await next.unroute('**/api/v1/login/is_login');
  await next.unroute('**/api/v1/post?*');
  await next.reload();
  await expectSoon(() => next.locator('[data-act="compose"]').textContent()).toBe(
    '继续写：想一想再发',
  );
  expect(await repliesOf(id)).toHaveLength(replies.length);
  allowConsoleMessages(complaints, FAILED);
});

test('[R14, R27] a reply refused after the outage is a draft again, and the next page shows the reason', async ({
  page,
  complaints,
}) => {
  const [me, { id }] = [await member(site.db), await thread(site.db, { replies: 1 })];
  const context = page.context();
  await context.grantPermissions(['background-sync']);
  await login(page, site, me);
  await writeWhileAway(page, 'zh', id, '来不及了的回复', () =>
    site.db.execute(sql`update thread set closed = true where id = ${id}`),
  );
  await page.close();
  await sync(context);
  const next = await context.newPage();
  await next.goto(`${site.url}/zh`);
  const toast = next.locator('.toast.bad');
  await toast.getByText('没有发出').waitFor();
  await toast.getByRole('link', { name: '打开草稿' }).waitFor();
  await expectSoon(() => drafts(next)).toHaveLength(1);
  expect(await repliesOf(id)).not.toContain('来不及了的回复');
  allowConsoleMessages(complaints, FAILED);
});

test('[R15, R27] a thread that was written while the product was away is posted by the browser, and the page for a new one begins empty', async ({
  page,
  complaints,
}) => {
  const me = await member(site.db);
  const context = page.context();
  await context.grantPermissions(['background-sync']);
  await login(page, site, me);
  await page.goto(`${site.url}/zh/new?forum=1`);
  await messageTextbox(page).waitFor();
  await waitForWorker(page);
  await chooseTheme(page, 1);
  await subjectField(page).fill('断线时写的主题');
  await replaceMessage(page, '正文也在这里');
  await page.route(AWAY, (route) => route.abort());
  await submitButton(page).click();
  await page.getByText(LEAVE).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.close();
  await sync(context);
  const written = async () =>
    (await site.db.execute(sql`select subject from thread where user_id = ${me}`)).rows;
  await expectSoon(written).toEqual([{ subject: '断线时写的主题' }]);
  const next = await context.newPage();
  await next.goto(`${site.url}/zh/new?forum=1`);
  await next.locator('.toast').getByText('主题“断线时写的主题”已发布').waitFor();
  await next.locator('.toast').getByRole('link', { name: '查看' }).click();
  await next.waitForURL(/\/zh\/post\/\d+$/);
  await next.goto(`${site.url}/zh/new?forum=1`);
  await messageTextbox(next).waitFor();
  await expectSoon(() => subjectField(next).inputValue()).toBe('');
  await expectSoon(() => drafts(next)).toEqual([]);
  await expectSoon(
    async () => (await site.db.execute(sql`select from draft where user_id = ${me}`)).rows,
  ).toEqual([]);
  expect(await written()).toHaveLength(1);
  allowConsoleMessages(complaints, FAILED);
});

test('[R15, R24, R30] a comment and a private message that couldn’t be sent use the same outbox, each once', async ({
  page,
  complaints,
}) => {
  const [me, other] = [await member(site.db), await member(site.db)];
  const { id, replies } = await thread(site.db, { replies: 1 });
  const context = page.context();
  await withoutSync(context);
  await login(page, site, me);
  await page.goto(`${site.url}/zh/post/${id}`);
  await page.locator('#replies [data-act="comment"]').first().click();
  const comment = page.getByRole('textbox', { name: '写评论' });
  await comment.fill('断线时的评论');
  await page.route(AWAY, (route) => route.abort());
  await comment.press('Control+Enter');
  await page.getByText(LEAVE).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  // before the API is available again, or this page would send it itself
  await page.route('**/api/v1/post/comment', (route) => route.abort());
  await page.unroute(AWAY);
  await page.goto(`${site.url}/robots.txt`);
  await page.unroute('**/api/v1/post/comment');

  await page.goto(`${site.url}/zh/me/settings`);
  await page.locator('.toast').getByText('中的评论已发出').waitFor();
  await page.goto(`${site.url}/zh/me/letters?with=${other}`);
  const pen = page.locator('form.pen textarea');
  await pen.fill('断线时的私信');
  await page.route('**/api/v1/user/letter', (route) => route.abort());
  await pen.press('Control+Enter');
  await page.getByText(LEAVE).waitFor();
  await page.goto(`${site.url}/robots.txt`);
  await page.unroute('**/api/v1/user/letter');
  await page.goto(`${site.url}/zh/me/letters?with=${other}`);
  await page.locator('.toast').getByText('的私信已发出').waitFor();
  const talk = page.getByRole('region', { name: '私信内容' });
  await expectSoon(() => talk.locator('.letter time').count()).toBe(1);
  await expectSoon(() => talk.getByRole('button', { name: '重试' }).count()).toBe(0);
  const { rows } = await site.db.execute(sql`
    select
      (
        select count(*)::int
        from comment
        where user_id = ${me} and post_id = ${replies[0]}
      ) as comments,
      (
        select count(*)::int
        from letter
        where sender_id = ${me}
      ) as letters`);
  expect(rows).toEqual([{ comments: 1, letters: 1 }]);
  await expectSoon(() => page.evaluate(() => localStorage.getItem('outbox'))).toBeNull();
  allowConsoleMessages(complaints, FAILED);
});
