import { expect } from 'vitest';
import { login, test } from '../support/browser.ts';
import { startSite } from '../support/server.ts';

const site = await startSite();
const MEMBER = 10_004;

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
