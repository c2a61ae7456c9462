import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { ZodType } from 'zod';
import { CLIENT_PAGES, type ClientPage } from '#contracts/paths.ts';
import { expectSoon, login, test } from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { chooseInPostMenu } from '../support/post-menu.ts';
import { findOpenThread, replyTextbox, sendButton } from '../support/reply-composer.ts';
import { testApi } from '../support/test-api.ts';
import { sharedSite } from '../support/test-site.ts';

const site = await sharedSite();
const MEMBER = PEOPLE.member;

/** Calls whose answer isn't JSON that a page reads, or that count something by being asked once. */
const PASSED_BY = /\/((?:thread|forum)\/view|user\/events|login)$/;

interface Answer {
  /** As the description names it: "GET /api/v1/forum". */
  call: string;
  query: URLSearchParams;
  status: number;
  body: unknown;
}

/** Notes what the API answers to the page, and how many calls are under way. */
async function listen(page: Page): Promise<{ answers: Answer[]; idle(): Promise<void> }> {
  const answers: Answer[] = [];
  let open = 0;
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const { pathname, searchParams: query } = new URL(request.url());
    if (PASSED_BY.test(pathname)) return route.continue();
    open++;
    try {
      const response = await route.fetch();
      answers.push({
        call: `${request.method()} ${pathname}`,
        query,
        status: response.status(),
        body: await response.json(),
      });
      await route.fulfill({ response });
    } finally {
      open--;
    }
  });
  return { answers, idle: () => expectSoon(() => open).toBe(0) };
}

/** Goes to a page and waits until its islands stand and nothing is asked any more. */
async function visit(page: Page, path: string, idle: () => Promise<void>): Promise<void> {
  await page.goto(site.url + path);
  await page.locator('.account .me .av').waitFor();
  await expectSoon(() => page.locator('[data-client-page] .bones').count()).toBe(0);
  await idle();
}

/** Where an answer has what its schema doesn't name, and so drops: "data.[].user.extra". */
function unnamed(body: unknown, parsed: unknown, at = ''): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) => {
    const place = `${at}${Array.isArray(body) ? '[]' : key}`;
    const kept = (parsed as Record<string, unknown>)[key];
    return kept === undefined && value !== undefined ? [place] : unnamed(value, kept, `${place}.`);
  });
}

/** What is wrong with the shape of an answer. */
function misshapen({ call, body }: Answer, schema: ZodType | undefined): string[] {
  if (!schema) return [`${call} isn’t in the description`];
  const { success, data, error } = schema.safeParse(body);
  if (!success) return [`${call}: ${error.message}`];
  return unnamed(body, data).map((place) => `${call} answers with ${place}`);
}

/** What a member's pages ask by themselves, and what the tour does in them. */
const MEANT = [
  ...[
    '/login/is_login',
    '/forum',
    '/forum/id',
    '/forum/theme',
    '/search',
    '/thread/info',
    '/thread/post/list',
    '/thread/post/report/list',
    '/thread/source',
    '/thread/draft',
  ].map((path) => `GET ${path}`),
  ...[
    '/thread',
    '/post',
    '/favorite',
    '/msg',
    '/letter',
    '/letter/list',
    '/settings',
    '/session',
    '/token',
  ].map((path) => `GET /user${path}`),
  ...[
    '/thread/exists/up',
    '/post/exists/up',
    '/thread/exists/favorite',
    '/thread/up',
    '/thread/favorite',
    '/thread/poll',
    '/thread/draft',
    '/thread/preview',
    '/post',
    '/post/comment',
  ].map((path) => `POST ${path}`),
];

test('[R36, R37] what the API answers to a member’s tour of the pages has the shape that its schemas say; no parameter is empty', async ({
  page,
}) => {
  const { replySchemas } = await testApi(site.db);
  const thread = await findOpenThread(
    site,
    sql`t.replies_cnt between 3 and 10 and t.last_floor < 15 and t.user_id <> ${MEMBER}`,
  );
  const { rows } = await site.db.execute<{ polled: number; own: number; other: number }>(sql`
    select
      (
        select p.thread_id
        from poll p
        join thread t on t.id = p.thread_id and t.state = 'normal' and t.checked
        where p.expires_at > now()
          and p.voters_cnt > 0
          and not exists (
            select
            from poll_vote v
            where v.thread_id = p.thread_id and v.user_id = ${MEMBER}
          )
        order by p.thread_id
        limit 1
      ) as polled,
      (
        select id
        from thread
        where user_id = ${MEMBER} and state = 'normal' and checked
        order by id
        limit 1
      ) as own,
      (
        select p.id
        from post p
        where p.thread_id = ${thread.id} and p.floor > 0 and p.user_id <> ${MEMBER}
        order by p.floor
        limit 1
      ) as other`);
  const { polled, own, other } = rows[0] as { polled: number; own: number; other: number };
  await site.db.execute(sql`delete from draft where user_id = ${MEMBER}`);
  await login(page, site, MEMBER);
  const { answers, idle } = await listen(page);

  for (const path of ['/zh', '/zh/forums', '/zh/forum/1', '/zh/user/10001', `/zh/post/${polled}`])
    await visit(page, path, idle);
  await page.locator('#poll input').first().check();
  await page.locator('#poll button[type="submit"]').click();
  await page.locator('#poll .mine').waitFor();
  const asked = (call: string) => expectSoon(() => answers.some((answer) => answer.call === call));
  const queries: Partial<Record<ClientPage, string>> = { edit: `?id=${own}`, search: '?q=系统' };
  for (const room of CLIENT_PAGES) {
    await visit(page, `/zh/${room}${queries[room] ?? ''}`, idle);
    // asked when the editor has been loaded
    if (room === 'edit') await asked('GET /api/v1/forum/theme').toBe(true);
  }
  await visit(page, '/zh/me/letters?with=10001', idle);

  await visit(page, `/zh/post/${thread.id}`, idle);
  for (const act of ['like', 'favourite', 'favourite']) {
    await page.locator(`.post [data-act="${act}"]`).click();
    await idle();
  }
  await page.locator('[data-act="newest"]').click();
  await asked('GET /api/v1/thread/post/list').toBe(true);
  await page.locator('[data-act="newest"]').click();
  await chooseInPostMenu(page, `#p${other}`, '举报');
  await page.getByRole('dialog').getByRole('radio').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator(`#p${other} [data-act="comment"]`).click();
  await page.getByRole('textbox', { name: '写评论' }).fill(`评论 ${Date.now()}`);
  await page.keyboard.press('Control+Enter');
  await asked('POST /api/v1/post/comment').toBe(true);
  await page.locator('[data-act="compose"]').click();
  const text = `回复 ${Date.now()}`;
  await replyTextbox(page).fill(text);
  await page.getByRole('button', { name: '预览' }).click();
  await page.locator('.editor .preview .prose').waitFor();
  await page.getByRole('button', { name: '预览' }).click();
  await page.getByText('草稿已保存').waitFor();
  await sendButton(page).click();
  await page.locator('#replies > .reply', { hasText: text }).waitFor();
  await idle();

  await page.unrouteAll({ behavior: 'wait' });

  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect([
    ...new Set(
      answers.flatMap((answer) =>
        misshapen(answer, replySchemas.get(answer.call.replace(/config\/\w+$/, 'config/{name}'))),
      ),
    ),
  ]).toEqual([]);
  expect(answers.filter(({ query }) => [...query.values()].includes(''))).toEqual([]);
  // The tour went where it was meant to go.
  const calls = [...new Set(answers.map(({ call }) => call))];
  expect(calls).toEqual(expect.arrayContaining(MEANT.map((call) => call.replace(' ', ' /api/v1'))));
});
