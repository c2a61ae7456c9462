import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Page, Response } from 'playwright';
import { beforeAll, describe, expect } from 'vitest';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  login,
  test,
} from '../support/browser.ts';
import { readLayoutShifts, watchLayoutShifts } from '../support/layout-shifts.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

const site = await startSite();
const MEMBER = PEOPLE.member;

/** A public thread with a few replies; the member visits it for the first time. */
let thread: { id: number; forumId: number };

beforeAll(async () => {
  const { rows } = await site.db.execute(sql`
    select t.id, t.forum_id as "forumId"
    from thread t
    join forum f on f.id = t.forum_id and f.access = 'public'
    where t.state = 'normal'
      and t.checked
      and not t.closed
      and t.replies_cnt between 2 and 10
      and t.user_id <> ${MEMBER}
      and not exists (
        select
        from post p
        where p.thread_id = t.id and (p.state <> 'normal' or not p.checked or p.featured)
      )
      and not exists (select from thread_like l where l.thread_id = t.id and l.user_id = ${MEMBER})
      and not exists (
        select
        from post p
        join post_like l on l.post_id = p.id and l.user_id = ${MEMBER}
        where p.thread_id = t.id
      )
      and not exists (
        select
        from thread_favourite v
        where v.thread_id = t.id and v.user_id = ${MEMBER}
      )
    order by t.id
    limit 1`);
  thread = rows[0] as typeof thread;
});

const address = (lang = 'zh') => `${site.url}/${lang}/post/${thread.id}`;
const likeOfThread = (page: Page) => page.locator('.post [data-act="like"]');
const tip = (page: Page) => page.locator('.toast');
const islandsStand = (page: Page) => page.locator('.account .me .av').waitFor();

/** Transferred bytes of scripts, by address. */
function countScripts(page: Page): Promise<{ path: string; bytes: number }>[] {
  const scripts: Promise<{ path: string; bytes: number }>[] = [];
  page.on('response', (response: Response) => {
    if (response.request().resourceType() !== 'script') return;
    const script = response
      .request()
      .sizes()
      .then(({ responseBodySize }) => ({
        path: new URL(response.url()).pathname,
        bytes: responseBodySize,
      }));
    script.catch(() => {}); // avoids an unhandled rejection if the page closes meanwhile
    scripts.push(script);
  });
  return scripts;
}

describe('visitors', () => {
  test('[R39, R18, R42] a visitor downloads no React: one script, with inline code at most 4.4 kB; the focus stays when the island takes over', async ({
    page,
  }) => {
    const scripts = countScripts(page);
    await page.goto(address(), { waitUntil: 'load' });
    // Idle work runs in order, so this resolves after the page's own idle requests.
    await page.evaluate(
      () => new Promise((resolve) => void requestIdleCallback(() => requestIdleCallback(resolve))),
    );
    const loaded = await Promise.all(scripts);
    expect(loaded.map(({ path }) => path)).toEqual([
      expect.stringMatching(/\/assets\/build\/.+\.js$/),
    ]);
    const inline = await page.evaluate(() =>
      [...document.querySelectorAll('script:not([src], [type="application/ld+json"])')]
        .map((script) => script.textContent)
        .join(''),
    );
    expect((loaded[0]?.bytes ?? 0) + inline.length).toBeLessThan(4_360);
    await expectSoon(() =>
      page.evaluate(
        () =>
          document.querySelector<HTMLTemplateElement>('#islands')?.content.querySelector('script')
            ?.src,
      ),
    ).toMatch(/\.js$/);
    await likeOfThread(page).focus();
    await page.keyboard.press('Enter');
    await tip(page).waitFor();
    await expectSoon(() =>
      page.evaluate(() => document.activeElement?.getAttribute('data-act')),
    ).toBe('like');
  });

  test('[R18, R42] a visitor’s click on like fetches the island, is done again by it, and says PleaseLogin with a way to log in, without a barrier', async ({
    open,
  }) => {
    for (const [language, colorScheme, words] of [
      ['zh', 'light', '登录后即可标记为有用'],
      ['en', 'dark', /log in/i],
    ] as const) {
      const page = await open({ language, colorScheme, reducedMotion: 'reduce' });
      await page.goto(address(language));
      await likeOfThread(page).click();
      await tip(page).locator('p', { hasText: words }).waitFor();
      await expectSoon(() => tip(page).getByRole('link').getAttribute('href')).toBe(
        `/api/v1/login?${new URLSearchParams({ return_url: address(language), redirect_url: `${site.url}/api/v1/login/callback` })}`,
      );
      await expectSoon(() => likeOfThread(page).getAttribute('aria-pressed')).toBe('false');
      expect(await accessibilityProblems(page), `${language}, ${colorScheme}`).toEqual([]);
      await tip(page).getByRole('button').click();
      await expectSoon(() => tip(page).count()).toBe(0);
      await page.locator('[data-act="compose"]').click();
      await tip(page).waitFor();
    }
  });

  test('[R24, R6] a visitor reads the comments that the page left out', async ({ page }) => {
    const { rows } = await site.db.execute(sql`
      select p.id, p.thread_id as "threadId", p.floor, p.comments_cnt as comments
      from post p
      join thread t on t.id = p.thread_id and t.state = 'normal' and t.checked
      join forum f on f.id = t.forum_id and f.access = 'public'
      where p.comments_cnt > 3 and p.state = 'normal' and p.checked and not p.featured
      order by p.id
      limit 1`);
    const reply = rows[0] as { id: number; threadId: number; floor: number; comments: number };
    const pageOfThread = Math.max(1, Math.ceil(reply.floor / 20));
    await page.goto(
      `${site.url}/zh/post/${reply.threadId}${pageOfThread > 1 ? `/${pageOfThread}` : ''}`,
    );
    const comments = page.locator(`#p${reply.id} .comments > li:visible`);
    await expectSoon(() => comments.count()).toBe(4); // three, and the button
    await page.locator(`#p${reply.id} [data-act="comments"]`).click();
    await expectSoon(() => comments.count()).toBe(reply.comments);
    await expectSoon(() => page.locator(`#p${reply.id} .message-text[aria-busy]`).count()).toBe(0);
    await expectSoon(() => comments.last().locator('.message-text').textContent()).not.toBe('');
  });
});

describe('members', () => {
  test('[R25, R18, R42] a like shows at once, is stored, and is marked on the next page; one that fails is undone, with a tip; a 401 says PleaseLogin and forgets the login; nothing moves when the islands take over', async ({
    page,
    complaints,
  }) => {
    await login(page, site, MEMBER);
    await watchLayoutShifts(page);
    await page.goto(address());
    await islandsStand(page);
    expect(await readLayoutShifts(page)).toEqual([]);
    const count = Number(
      (await likeOfThread(page).locator('span[translate]').textContent())?.replace(/\D/g, ''),
    );
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/v1/thread/up'));
    await likeOfThread(page).click();
    await expectSoon(() => likeOfThread(page).getAttribute('aria-pressed')).toBe('true');
    await expectSoon(() => likeOfThread(page).locator('span[translate]').textContent()).toBe(
      String(count + 1),
    );
    expect((await asked).status()).toBe(200);
    await page.reload();
    await expectSoon(() => likeOfThread(page).getAttribute('aria-pressed')).toBe('true');

    await page.route('**/api/v1/thread/up', (route) =>
      route.fulfill({ status: 404, json: { code: 404, msg: '', err_code: 'notFound' } }),
    );
    const like = page.locator('.reply [data-act="like"]').first();
    const before = await like.getAttribute('aria-label');
    await like.click();
    await expectSoon(() => tip(page).locator('p').textContent()).toBe('没有找到，内容可能已被删除');
    await expectSoon(async () => [
      await like.getAttribute('aria-label'),
      await like.getAttribute('aria-pressed'),
    ]).toEqual([before, 'false']);

    await page.route('**/api/v1/thread/favorite', (route) =>
      route.fulfill({ status: 401, json: { code: 401, msg: '', err_code: 'unauthenticated' } }),
    );
    await page.locator('.post [data-act="favourite"]').click();
    await tip(page).getByRole('link', { name: '登录' }).waitFor();
    await expectSoon(() =>
      page.getByRole('banner').getByRole('link', { name: '登录' }).isVisible(),
    ).toBe(true);
    await expectConsoleMessages(
      complaints,
      /status of 404 .*\/api\/v1\/thread\/up/,
      /status of 401 .*\/api\/v1\/thread\/favorite/,
    );
  });

  test('[R18] a 429 counts down to the time when it may be tried again', async ({
    page,
    complaints,
  }) => {
    await page.clock.install();
    await login(page, site, MEMBER);
    await page.goto(address());
    await islandsStand(page);
    await page.route('**/api/v1/thread/favorite', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '30' },
        json: { code: 429, msg: '', err_code: 'tooMany' },
      }),
    );
    await page.locator('.post [data-act="favourite"]').click();
    await expectSoon(() => tip(page).locator('p').textContent()).toMatch(/请 (30|2\d) 秒后再试/);
    await page.clock.runFor(10_000);
    await expectSoon(() => tip(page).locator('p').textContent()).toMatch(/请 (20|1\d) 秒后再试/);
    await page.clock.runFor(21_000);
    await tip(page).waitFor({ state: 'detached' });
    await expectConsoleMessages(complaints, /status of 429 .*\/api\/v1\/thread\/favorite/);
  });

  test('[R21, R39] calls carry the page’s language, and those that change something the anti-forgery token; the page loads at most 100 kB of scripts', async ({
    page,
  }) => {
    await login(page, site, MEMBER);
    const scripts = countScripts(page);
    const asked = page.waitForRequest((request) =>
      request.url().endsWith('/api/v1/post/exists/up'),
    );
    const who = page.waitForRequest((request) => request.url().endsWith('/api/v1/login/is_login'));
    await page.goto(address('en'));
    const headers = (await asked).headers();
    const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value;
    expect([headers['accept-language'], headers['x-xsrf-token']]).toEqual(['en', token]);
    expect((await who).headers()).not.toHaveProperty('x-xsrf-token');
    await islandsStand(page);
    const loaded = await Promise.all(scripts);
    const sum = loaded.reduce((total, { bytes }) => total + bytes, 0);
    expect(sum).toBeGreaterThan(50_000);
    expect(sum).toBeLessThan(100_000);
    // The scripts are transferred as the compressed files of the build.
    const [first] = loaded;
    expect(
      readFileSync(join(import.meta.dirname, '../../dist/client', `${first?.path}.br`)).length,
    ).toBe(first?.bytes);
  });

  test('[R25, R42] a forum becomes a favourite; nothing moves when the islands take over', async ({
    page,
  }) => {
    await login(page, site, MEMBER);
    await watchLayoutShifts(page);
    await page.goto(`${site.url}/zh/forum/${thread.forumId}`);
    await islandsStand(page);
    expect(await readLayoutShifts(page)).toEqual([]);
    const favourite = page.locator('[data-act="favourite-forum"]');
    const before = await favourite.getAttribute('aria-pressed');
    const asked = page.waitForResponse((response) =>
      response.url().endsWith('/api/v1/forum/favorite'),
    );
    await favourite.click();
    expect((await asked).status()).toBe(200);
    await page.reload();
    await expectSoon(() => favourite.getAttribute('aria-pressed')).toBe(
      before === 'true' ? 'false' : 'true',
    );
  });
});
