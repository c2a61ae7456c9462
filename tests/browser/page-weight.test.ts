import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { login, PHONES, test } from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { PEOPLE } from '../support/people.ts';
import { replyTextbox } from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';

/* The size of a first visit: all transferred bytes with headers, with an empty cache. */

const site = await startSite();

interface Weight {
  bytes: number;
  script: number;
  requests: string[];
}

async function weigh(page: Page, path: string, waitFor?: RegExp): Promise<Weight> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const types = new Map<string, string>();
  const weight: Weight = { bytes: 0, script: 0, requests: [] };
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.startsWith('data:')) return;
    types.set(requestId, type ?? '');
    weight.requests.push(request.url.replace(site.url, ''));
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!types.has(requestId)) return;
    weight.bytes += encodedDataLength;
    if (types.get(requestId) === 'Script') weight.script += encodedDataLength;
  });
  const last = waitFor
    ? page.waitForResponse((response) => waitFor.test(response.url()))
    : undefined;
  await page.goto(site.url + path, { waitUntil: 'load' });
  await (await last)?.finished();
  return weight;
}

test('[R39] a thread page of twenty replies costs an anonymous visitor at most 35 kB, 3 kB of them script, in 5 requests and one for which pages to prepare', async ({
  open,
}) => {
  const { rows } = await site.db.execute<{ path: string }>(sql`
    select case language when 'zh_CN' then '/zh' else '/en' end || '/post/' || id as path
    from thread t
    where state = 'normal'
      and checked
      and last_floor > 20
      and not exists (select from post p where p.thread_id = t.id and p.images_cnt > 0)
    order by id
    limit 4`);
  expect(rows.length).toBeGreaterThan(1);
  for (const { path } of rows) {
    const weight = await weigh(await open(), path, /thread\/view/);
    const awaited = weight.requests.filter((request) => !/speculation-rules/.test(request));
    expect(awaited.length, awaited.join(' ')).toBeLessThanOrEqual(5);
    expect(weight.script, path).toBeLessThanOrEqual(3_000);
    expect(weight.bytes, path).toBeLessThanOrEqual(35_000);
  }
});

test('[R39] on a phone a thread page of twenty replies costs a visitor at most 30 kB, 3.2 kB of them script', async ({
  open,
}) => {
  const thread = await findThread(
    site.db,
    sql`
      t.last_floor > 20
      and not exists (select from post p where p.thread_id = t.id and p.images_cnt > 0)`,
  );
  const weight = await weigh(await open(PHONES[0]), `/phone/zh/post/${thread.id}`, /thread\/view/);
  expect(weight.script, weight.requests.join(' ')).toBeLessThanOrEqual(3_200);
  expect(weight.bytes, weight.requests.join(' ')).toBeLessThanOrEqual(30_000);
});

test('[R39] home and a forum cost no more script than a thread, no React, and six requests but for pictures and the count of the visit', async ({
  open,
}) => {
  for (const path of ['/zh', '/en/forum/1', '/zh/user/10001']) {
    const weight = await weigh(await open(), path);
    const texts = weight.requests.filter((request) => !/\/uploads\/|\/view\?/.test(request));
    expect(texts.length, texts.join(' ')).toBeLessThanOrEqual(6);
    expect(weight.script, path).toBeLessThanOrEqual(3_000);
    expect(weight.requests.filter((request) => /react|client\.|island/i.test(request))).toEqual([]);
  }
});

test('[R39] a returning visitor loads only changed files', async ({ page }) => {
  const thread = await findThread(site.db, sql`t.last_floor > 20`);
  const path = `/zh/post/${thread.id}`;
  const first = await weigh(page, path, /thread\/view/);
  await page.goto('about:blank');
  const again = await weigh(page, path, /thread\/view/);
  expect(again.bytes).toBeLessThan(first.bytes / 5);
});

/** Size of scripts over https: browsers accept Brotli only there. */
async function brotli(requests: readonly string[]): Promise<number> {
  const scripts = requests.filter((request) => /\/build\/[^?]+\.js$/.test(request));
  const replies = await Promise.all(
    scripts.map((path) =>
      fetch(site.url + path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } }),
    ),
  );
  return replies.reduce((sum, { headers }) => sum + Number(headers.get('content-length')), 0);
}

test('[R39] a member reads a thread for at most 100 kB of script; the editor loads when somebody writes', async ({
  page,
}) => {
  const thread = await findThread(site.db, sql`t.last_floor > 20 and not t.closed`);
  await login(page, site, PEOPLE.member);
  const weight = await weigh(page, `/zh/post/${thread.id}`, /is_login/);
  await page.locator('.account .me .av').waitFor();
  await page.locator('[data-slot="composer"] [data-act="compose"]').waitFor();
  const bytes = await brotli(weight.requests);
  expect(bytes, weight.requests.join(' ')).toBeGreaterThan(70_000); // all files have loaded
  expect(bytes, weight.requests.join(' ')).toBeLessThanOrEqual(100_000);
  expect(
    weight.requests.filter((request) => /Editor|markdown|lowlight|Emoji|purify/.test(request)),
  ).toEqual([]);
  await page.locator('[data-act="compose"]').click();
  await replyTextbox(page).fill('没有代码');
  expect(weight.requests.some((request) => /\/RichEditor\.[^/]+\.js/.test(request))).toBe(true);
  expect(weight.requests.filter((request) => /markdown|lowlight|Emoji/.test(request))).toEqual([]);
});
