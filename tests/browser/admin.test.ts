import type { Page } from 'playwright';
import { expect } from 'vitest';
import { createToken } from '../../scripts/create-token.ts';
import { followAdminLink, loginAsAdmin } from '../support/admin-session.ts';
import {
  accessibilityProblems,
  allowConsoleMessages,
  colourProblems,
  expectConsoleMessages,
  expectSoon,
  login,
  PHONES,
  test,
} from '../support/browser.ts';
import { insertHeldReply } from '../support/moderation-queues.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

const site = await startSite();
const SCREENS = [
  '',
  '/users',
  `/users/${PEOPLE.otherMember}`,
  '/groups',
  '/tokens',
  '/words',
  '/forums?forum=1',
  '/content/notify',
  '/content/carousel',
  '/content/activities',
  '/content/weixin_share',
  '/content/iframe_allow',
  '/publishing',
  '/publishing/pages',
  '/jobs',
  '/nothing',
];

const isScreenShown = () =>
  document.querySelector('#main h1') !== null && !document.querySelector('#main .bones');

/** Opens the area as an administrator, at an unknown address. */
async function openArea(page: Page): Promise<void> {
  await loginAsAdmin(page, site);
  await page.goto(`${site.url}/bbs-admin/nothing`);
  await page.waitForFunction(isScreenShown);
}

/** Opens a screen without reloading the area, and waits for its content. */
async function showScreen(page: Page, path: string): Promise<void> {
  await followAdminLink(page, path);
  await page.waitForFunction(isScreenShown);
}

test('[R19] a visitor of a screen, also with a session of the site, logs in at the provider and returns to it; granting rights needs a fresh login', async ({
  page,
  complaints,
}) => {
  await page.goto(`${site.url}/bbs-admin`);
  await page.waitForURL(/\/sso\//);
  await expectConsoleMessages(complaints, /status of 401 .*\/api\/v2\/admin\/me/);

  await login(page, site, PEOPLE.administrator);
  await page.goto(`${site.url}/bbs-admin/words?q=abc`);
  await page.waitForURL(/\/sso\//);
  await page.locator('button[value="10000"]').click();
  await page.waitForURL(`${site.url}/bbs-admin/words?q=abc`);
  await page.getByRole('heading', { name: '敏感词', level: 1 }).waitFor();
  expect(
    (await page.context().cookies(site.url)).find(({ name }) => name === 'bbs_admin'),
  ).toMatchObject({ httpOnly: true, sameSite: 'Lax' });

  await site.db.$client.query(
    `update session set authenticated_at = now() - interval '11 minutes' where kind = 'admin'`,
  );
  await followAdminLink(page, '/forums?forum=1');
  const dismiss = page.getByRole('button', { name: /^免去版主/ });
  await dismiss.first().click();
  await page.waitForURL(/\/sso\//);
  await expectConsoleMessages(
    complaints,
    /status of 401 .*\/api\/v2\/admin\/forums\/1\/moderators/,
  );
  await page.locator('button[value="10000"]').click();
  await page.waitForURL(`${site.url}/bbs-admin/forums?forum=1`);
  await dismiss.first().waitFor();
  const count = await dismiss.count();
  await dismiss.first().click();
  await expectSoon(() => dismiss.count()).toBe(count - 1);
});

test('[R19] a member who tries is refused, has no session of the area, and can log in as somebody else', async ({
  page,
  complaints,
}) => {
  await page.goto(`${site.url}/bbs-admin/words`);
  await page.waitForURL(/\/sso\//);
  await page.locator(`button[value="${PEOPLE.member}"]`).click();
  await page.getByRole('heading', { name: '不是管理员' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect((await page.context().cookies(site.url)).map(({ name }) => name)).not.toContain(
    'bbs_admin',
  );
  await page.getByRole('link', { name: '换一个账号登录' }).click();
  await page.locator(`button[value="${PEOPLE.administrator}"]`).click();
  await page.waitForURL(`${site.url}/bbs-admin/words`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectConsoleMessages(complaints, /status of 401 .*\/api\/v2\/admin\/me/);
});

test('[R19, R42] a member who tries on a phone is refused in English, in the dark theme', async ({
  open,
  complaints,
}) => {
  const page = await open({ language: 'en', colorScheme: 'dark', ...PHONES[1] });
  await page.goto(`${site.url}/bbs-admin`);
  await page.waitForURL(/\/sso\//);
  await page.locator(`button[value="${PEOPLE.member}"]`).click();
  await page.getByRole('heading', { name: 'Not an administrator' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the forum' }).click();
  await page.waitForURL(/\/en$/);
  await expectConsoleMessages(complaints, /status of 401 .*\/api\/v2\/admin\/me/);
});

test('[R19, R11] while the server is unavailable the area says so, and opens by itself afterwards; switching the language stays on the screen; failures show reason and duration, not a missing right', async ({
  page,
  complaints,
}) => {
  await loginAsAdmin(page, site);
  let away = true;
  await page.route('**/api/v1/login/is_login', (route) =>
    away ? route.abort() : route.continue(),
  );
  const me = {
    status: 200,
    headers: {} as Record<string, string>,
    json: { err_code: 'internal', code: 500, msg: '' },
  };
  await page.route('**/api/v2/admin/me', (route) => {
    if (away) return route.abort();
    return me.status === 200 ? route.continue() : route.fulfill(me);
  });
  await page.goto(`${site.url}/bbs-admin/words`);
  await page.getByRole('alert').filter({ hasText: '无法连接服务器' }).waitFor();
  expect(await accessibilityProblems(page), 'away').toEqual([]);
  away = false;
  await page.getByRole('heading', { name: '敏感词', level: 1 }).waitFor();
  await expectConsoleMessages(complaints, /net::ERR_FAILED .*\/api\/v2\/admin\/me/);
  // the page polls for the server by this call, first after a pause
  allowConsoleMessages(complaints, /net::ERR_FAILED .*\/api\/v1\/login\/is_login/);

  await page.getByRole('button', { name: /切换到英文/ }).click();
  await page.getByRole('heading', { name: 'Sensitive words', level: 1 }).waitFor();
  await expectSoon(async () => [page.url(), await page.title()]).toEqual([
    `${site.url}/bbs-admin/words`,
    expect.stringMatching(/^Sensitive words · Admin/),
  ]);

  me.status = 500;
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'Server error' }).waitFor();
  expect(await accessibilityProblems(page), 'a failure').toEqual([]);
  Object.assign(me, {
    status: 429,
    headers: { 'retry-after': '40' },
    json: { err_code: 'tooMany', code: 429, msg: '' },
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(/Too many requests. Please try again in \d+ s/).waitFor();
  me.status = 200;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Sensitive words', level: 1 }).waitFor();
  await expectConsoleMessages(
    complaints,
    /status of 500 .*\/api\/v2\/admin\/me/,
    /status of 429 .*\/api\/v2\/admin\/me/,
  );
});

test('[R1] the area is neither framed, cached nor indexed; unknown screens are missing', async ({
  open,
}) => {
  const page = await open({ javaScriptEnabled: false, language: 'en' });
  const reply = await page.goto(`${site.url}/bbs-admin/words`);
  expect(reply?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
  });
  expect(reply?.headers()['content-security-policy']).not.toContain('unsafe-inline');
  await page.getByText('The admin area needs JavaScript').waitFor();
  await expectSoon(() => page.title()).toMatch(/^Sensitive words · Admin/);
  expect((await page.goto(`${site.url}/bbs-admin/nothing`))?.status()).toBe(404);
});

test('[R20, R42] the dashboard lists the last actions and their targets in the reader’s language; the keyboard opens screens, finds settings and shows its keys', async ({
  open,
}) => {
  const { rows } = await site.db.$client.query<{ forum: string; subject: string }>(`
    with deleted as (
      insert into action_log (actor_id, action, target_post_id, forum_id)
      select 10000, 'post.delete', id, forum_id
      from post
      where floor = 1
      order by id
      limit 1
      returning target_post_id
    ),
    edited as (
      insert into action_log (actor_id, action, target_forum_id, forum_id)
      values (10000, 'forum.edit', 2, 2)
    ),
    saved as (
      insert into action_log (actor_id, action, target_name)
      values (10000, 'config.save', 'notify')
    )
    select f.name_en as forum, t.subject
    from deleted
    join post p on p.id = target_post_id
    join thread t on t.id = p.thread_id, forum f
    where f.id = 2`);
  const page = await open({ language: 'en' });
  await loginAsAdmin(page, site);
  await page.goto(`${site.url}/bbs-admin`);
  const latest = page.locator('.latest li');
  await latest.filter({ hasText: `Deleted a reply ${rows[0]?.subject}` }).waitFor();
  await latest.filter({ hasText: rows[0]?.forum as string }).waitFor();
  await latest.filter({ hasText: 'Notice' }).waitFor();

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.type('allowed');
  await page.getByRole('option', { name: /Allowed embeds/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.url}/bbs-admin/content/iframe_allow`);
});

test('[R42] tables of people, tokens, pending posts and jobs fit a window of 1000 px', async ({
  open,
}) => {
  await createToken(site.db, {
    userId: PEOPLE.otherMember,
    name: 'A program with a long name indeed',
    scopes: ['read', 'write', 'moderate'],
    days: 1,
  });
  await insertHeldReply(site.db, 'newcomer', '<p>Look here</p>');
  await site.db.$client.query(
    `
      insert into job (
        kind,
        state,
        done,
        total,
        actor_id,
        finished_at
      )
      values ('publish-all', 'done', 1000, 1000, 10000, now())`,
  );
  const page = await open({ language: 'en', width: 1_000 });
  await openArea(page);
  for (const path of ['/users', '/tokens', '/review', '/jobs']) {
    await showScreen(page, path);
    const table = page.getByRole('table');
    await table.locator('tbody td:not(:has(input))').first().waitFor();
    await expectSoon(
      () =>
        table.evaluate(
          ({ parentElement }) =>
            (parentElement as HTMLElement).scrollWidth - (parentElement as HTMLElement).clientWidth,
        ),
      path,
    ).toBe(0);
    // The column of a row's target is wider than one word.
    await expectSoon(
      () =>
        table
          .locator('tbody td:not(:has(input))')
          .evaluateAll((cells) =>
            Math.min(...cells.map((cell) => cell.clientWidth).filter((width) => width > 0)),
          ),
      path,
    ).toBeGreaterThan(70);
  }
});

/** Waits until a screen is no wider than the window, and its rail is one column. */
async function expectToFit(page: Page, path: string): Promise<void> {
  await expectSoon(
    () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    path,
  ).toBe(0);
  // The rail lists the screens below each other.
  await expectSoon(
    () =>
      page
        .locator('.rail-screens a')
        .evaluateAll(
          (links) => new Set(links.map((link) => link.getBoundingClientRect().left)).size,
        ),
    path,
  ).toBe(1);
}

test('[R42] axe finds nothing wrong with any screen, and none scrolls sideways', async ({
  open,
}) => {
  const page = await open({ reducedMotion: 'reduce' });
  await openArea(page);
  for (const path of SCREENS) {
    await showScreen(page, path);
    expect(await accessibilityProblems(page), path).toEqual([]);
    await expectToFit(page, path);
  }
});

test('[R42] in dark colours every screen has contrast, and in English on 1100 px none scrolls sideways', async ({
  open,
}) => {
  const page = await open({
    language: 'en',
    colorScheme: 'dark',
    width: 1100,
    reducedMotion: 'reduce',
  });
  await openArea(page);
  for (const path of SCREENS) {
    await showScreen(page, path);
    expect(await colourProblems(page), path).toEqual([]);
    await expectToFit(page, path);
  }
});
