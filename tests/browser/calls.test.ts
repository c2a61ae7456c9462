import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { ZodType } from 'zod';
import { createApi } from '#api/app.ts';
import { login, test } from '../support/browser.ts';
import { startSite } from '../support/server.ts';
import { threadWhere } from '../support/threads.ts';

const site = await startSite();
const MEMBER = 10_004;

interface Described {
  method: string;
  path: RegExp;
  /** Of the answer with status 200. */
  shape: ZodType | undefined;
}

/** The calls as the API describes them, with the shapes of their answers. */
async function described(): Promise<Described[]> {
  const { api } = await createApi({ db: site.db, replica: site.db, log: { warn() {}, error() {} } as never, env: { SITE_URL: site.url } as never, takeDown: async () => {} });
  return api.openAPIRegistry.definitions.flatMap((one) => {
    if (one.type !== 'route') return [];
    const reply = one.route.responses[200] as { content?: Record<string, { schema?: ZodType }> } | undefined;
    return [{ method: one.route.method.toUpperCase(), path: new RegExp(`^${one.route.path.replace(/\{\w+\}/g, '[^/]+')}$`), shape: reply?.content?.['application/json']?.schema }];
  });
}

/** The specification's table (section 7). */
const TABLE = [
  'GET /login/is_login',
  'POST /login/logout',
  'GET /login',
  'GET /user/info',
  'GET /forum',
  'GET /forum/theme',
  'GET /forum/id',
  'POST /forum/favorite',
  'GET /forum/favorite/list',
  'GET /forum/user/favorite',
  'GET /forum/rows',
  'POST /forum/auth',
  'PUT /thread/update',
  'PUT /thread/delete',
  'GET /thread/post/list',
  'GET /thread/user/list',
  'POST /thread',
  'POST /post',
  'GET /search',
  'PUT /thread',
  'PUT /thread/post',
  'DELETE /thread',
  'DELETE /thread/post',
  'POST /thread/draft',
  'POST /thread/favorite',
  'POST /thread/up',
  'POST /post/comment',
  'GET /thread/post/report/list',
  'POST /thread/post/report',
  'GET /thread/post/comment',
  'GET /thread/offset',
  'GET /user/list',
  'GET /user/master',
  'GET /user/forum',
  'PUT /post/update',
  'PUT /post/delete',
  'GET /post/top/list',
  'PUT /post/comment/delete',
  'POST /user/crime',
  'GET /user/report',
  'POST /user/report',
  'GET /thread/exists/poll',
  'POST /thread/poll',
  'POST /thread/close',
  'POST /thread/warning',
  'GET /thread/warning/count',
  'POST /post/exists/up',
  'POST /thread/exists/up',
  'POST /thread/exists/favorite',
];

test('[R36] a page can make every call of the specification’s table', async ({ page, complaints }) => {
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/forums`);
  const answers = await page.evaluate(async (table) => {
    const xsrf = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
    // The one that ends the session comes last; those that change something are asked with nothing to change.
    const calls = table.toSorted((one, other) => Number(one.includes('logout')) - Number(other.includes('logout')));
    const found: [string, number][] = [];
    for (const call of calls) {
      const [method = '', path = ''] = call.split(' ');
      const sent = method === 'GET' || method === 'DELETE' ? {} : { body: '{}', headers: { 'content-type': 'application/json', 'x-xsrf-token': xsrf } };
      const { status } = await fetch(`/api/v1${path}`, { method, redirect: 'manual', ...sent, ...(method === 'DELETE' ? { headers: { 'x-xsrf-token': xsrf } } : {}) });
      found.push([call, status]);
    }
    return found;
  }, TABLE);
  complaints.length = 0; // Chromium’s notes of calls that were refused
  // Not there, or not by this method, is what none of them is.
  expect(answers.filter(([, status]) => status === 404 || status === 405 || status >= 500)).toEqual([]);
  expect(answers).toHaveLength(TABLE.length);
});

interface Answer {
  method: string;
  path: string;
  body: unknown;
}

/** Goes through what a member sees, and acts here and there. */
async function tour(page: Page, thread: number): Promise<void> {
  const calm = (path: string) => page.goto(`${site.url}${path}`, { waitUntil: 'networkidle' });
  await calm('/zh');
  await calm(`/zh/forum/1`);
  await calm(`/zh/post/${thread}`);
  await page.locator('[data-slot="thread"] [data-act="like"]').click();
  await page.locator('[data-slot="thread"] [data-act="favourite"]').click();
  await calm('/zh/search?q=打印机');
  for (const room of ['messages', 'letters', 'favourites', 'drafts', 'threads', 'replies', 'settings']) await calm(`/zh/me/${room}`);
  await calm(`/zh/new?forum=1`);
}

test('[R36] what a member’s pages are answered has the shape that the API describes', async ({ page }) => {
  const calls = await described();
  const thread = await threadWhere(site.db, sql`t.replies_cnt > 3 and t.language = 'zh_CN' and not t.closed and t.user_id <> ${MEMBER}`);
  const answers: Answer[] = [];
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    if (response.status() === 200) answers.push({ method: route.request().method(), path: new URL(response.url()).pathname, body: await response.json() });
    await route.fulfill({ response });
  });
  // Answered with nothing, and only where the browser itself says whose page asks.
  await page.route('**/api/v1/thread/view?*', (route) => route.continue());
  // A stream that never ends would keep the network busy.
  await page.route('**/api/v1/user/events', (route) => route.fulfill({ status: 204 }));
  await login(page, site, MEMBER);
  await tour(page, thread.id);
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const { method, path, body } of answers) {
    const parsed = calls.find((one) => one.method === method && one.path.test(path))?.shape?.safeParse(body);
    seen.add(`${method} ${path}`);
    if (!parsed?.success) wrong.push(`${method} ${path}: ${parsed?.error.message ?? 'is not described'}`);
  }
  expect(wrong).toEqual([]);
  expect(seen.size, [...seen].join(' ')).toBeGreaterThan(15);
});
