import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { toFilePath } from '#publish/files/page-file-names.ts';
import { createToken } from '../../scripts/create-token.ts';
import { PEOPLE } from '../support/people.ts';
import { waitUntilCompressed } from '../support/published-forms.ts';
import { startSite } from '../support/test-site.ts';

const site = await startSite();
const { token } = await createToken(site.db, {
  userId: PEOPLE.member,
  name: 'test',
  scopes: ['read', 'write'],
});

const file = (path: string) => join(site.siteDir, toFilePath(path));
const published = (path: string) =>
  existsSync(file(path)) ? readFileSync(file(path), 'utf8') : '';
const visit = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(site.url + path, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const call = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(site.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { code: number; data: { id: number; storey: number } };
};
let count = 0;
const mark = () => `标记${++count}号`;
const newThread = async (word = mark()) => {
  const { data } = await call('POST', '/api/v1/thread', {
    forum_id: 1,
    type_id: 1,
    subject: `发布 ${word}`,
    message: `<p>${word}正文</p>`,
    language: 'zh_CN',
  });
  return data.id;
};
const reply = async (thread: number, word = mark()) => ({
  word,
  ...(await call('POST', '/api/v1/post', { thread_id: thread, message: `<p>${word}</p>` })).data,
});
const patiently = { timeout: 30_000, interval: 50 };
/** Within a second (R40), checked every few milliseconds. */
const withinASecond = (what: () => void) => vi.waitFor(what, { timeout: 1_000, interval: 5 });

test('[R40] a new thread is a file within a second, in its own language, and on the first pages of its lists', async () => {
  await visit('/zh');
  await visit('/zh/forum/1');
  const word = mark();
  const thread = await newThread(word);
  await withinASecond(() => expect(published(`/zh/post/${thread}`)).toContain(`${word}正文`));
  expect(existsSync(file(`/en/post/${thread}`))).toBe(false);
  await withinASecond(() => expect(published('/zh')).toContain(`/zh/post/${thread}"`));
  await withinASecond(() => expect(published('/zh/forum/1')).toContain(`/zh/post/${thread}"`));
});

test('[R40] a reply is in the published file within a second, and in its compressed form', async () => {
  const thread = await newThread();
  const { word, id } = await reply(thread);
  await withinASecond(() => expect(published(`/zh/post/${thread}`)).toContain(word));
  const path = file(`/zh/post/${thread}`);
  const html = readFileSync(path, 'utf8');
  expect(html).toContain(`id="p${id}"`);
  expect(brotliDecompressSync(readFileSync(`${path}.br`)).toString()).toBe(html);
});

test('[R39] a page that stays as it is gets smaller forms', async () => {
  const path = file(`/zh/post/${await newThread()}`);
  await withinASecond(() => expect(existsSync(path)).toBe(true));
  const html = readFileSync(path, 'utf8');
  const quick = readFileSync(`${path}.br`);
  await waitUntilCompressed(site.db);
  const small = readFileSync(`${path}.br`);
  expect(small.length).toBeLessThan(quick.length);
  expect([
    readFileSync(path, 'utf8'),
    brotliDecompressSync(small).toString(),
    gunzipSync(readFileSync(`${path}.gz`)).toString(),
  ]).toEqual([html, html, html]);
});

test('[R39] the first post’s body, and nothing else, has the class by which programs read it, on both sites', async () => {
  const word = mark();
  const id = await newThread(word);
  await reply(id);
  for (const path of [`/zh/post/${id}`, `/phone/zh/post/${id}`]) {
    const { text } = await visit(path);
    expect([
      path,
      [...text.matchAll(/<div class="[^"]*\bpost_conten\b[^"]*"[^>]*>(<p>[^<]*)/g)].map(
        ([, body]) => body,
      ),
    ]).toEqual([path, [`<p>${word}正文`]]);
  }
});

test('[R39] the twenty-first reply opens a second page, and the first page leads to it', async () => {
  const thread = await newThread();
  for (let floor = 1; floor <= 20; floor++) await reply(thread);
  expect((await visit(`/zh/post/${thread}/2`)).status).toBe(404);
  const { word } = await reply(thread);
  await withinASecond(() => expect(published(`/zh/post/${thread}/2`)).toContain(word));
  await withinASecond(() =>
    expect(published(`/zh/post/${thread}`)).toContain(`/zh/post/${thread}/2`),
  );
  expect(published(`/zh/post/${thread}`)).not.toContain(word);
});

test('[R40] when a delete call returns, no page shows the thread any more', async () => {
  const word = mark();
  const thread = await newThread(word);
  for (const path of ['/zh', `/zh/post/${thread}`, `/en/post/${thread}`]) await visit(path);
  await withinASecond(() => expect(published('/zh')).toContain(`/zh/post/${thread}"`));
  expect((await call('DELETE', `/api/v1/thread?id=${thread}`)).code).toBe(0);
  for (const path of [`/zh/post/${thread}`, `/en/post/${thread}`])
    expect(existsSync(file(path))).toBe(false);
  for (const path of ['/zh', '/zh/forum/1', '/zh/feed.xml', `/zh/user/${PEOPLE.member}`])
    expect((await visit(path)).text, path).not.toMatch(new RegExp(`/zh/post/${thread}\\b|${word}`));
  const gone = await visit(`/zh/post/${thread}`);
  expect(gone.status).toBe(406);
  expect(gone.text).not.toContain(word);
});

test('[R24] when the delete call of a reply returns, its page, and a page that quotes it, say so', async () => {
  const thread = await newThread();
  const first = await reply(thread);
  for (let floor = 2; floor <= 20; floor++) await reply(thread);
  await call('POST', '/api/v1/post', {
    thread_id: thread,
    message: `<p>${mark()}</p>`,
    quote_post_id: first.id,
  });
  await withinASecond(() => expect(published(`/zh/post/${thread}/2`)).toContain(first.word));
  await call('DELETE', `/api/v1/thread/post?id=${first.id}`);
  for (const path of [`/zh/post/${thread}`, `/zh/post/${thread}/2`])
    expect((await visit(path)).text, path).not.toContain(first.word);
  expect((await visit(`/zh/post/${thread}`)).text).toContain(`id="p${first.id}"`);
});

test('[R40] rendering that began before a takedown never brings the page back', async () => {
  const word = mark();
  const thread = await newThread(word);
  await withinASecond(() => expect(published(`/zh/post/${thread}`)).toContain(word));
  for (let round = 0; round < 5; round++) {
    const writers = Array.from({ length: 8 }, () => reply(thread).catch(() => undefined));
    if (round === 4) await call('DELETE', `/api/v1/thread?id=${thread}`);
    await Promise.all(writers);
  }
  await vi.waitFor(
    async () => {
      const {
        rows: [left],
      } = await site.db.execute(sql`select count(*)::int as n from invalidation where urgency < 4`);
      expect(left?.n).toBe(0);
    },
    { timeout: 5_000, interval: 20 },
  );
  expect(existsSync(file(`/zh/post/${thread}`))).toBe(false);
});

test('[ops] an invalidation whose writer ended before its notification is published without it, and other processes are notified', async () => {
  const heard: string[] = [];
  const listener = await site.db.$client.connect();
  try {
    listener.on('notification', ({ payload }) => heard.push(payload ?? ''));
    await listener.query('listen invalidation');
    await vi.waitFor(
      async () => {
        // again: a notification for another change may have woken the publisher
        await site.db.execute(sql`insert into invalidation (tag, urgency) values ('forums', 2)`);
        expect(heard).toContain('0,1,2');
      },
      { timeout: 30_000, interval: 500 },
    );
    await vi.waitFor(
      async () =>
        expect(
          (await site.db.execute(sql`select 1 from invalidation where tag = 'forums'`)).rows,
        ).toEqual([]),
      { timeout: 10_000, interval: 50 },
    );
  } finally {
    listener.release(true);
  }
});

test('[R39] a page without changes retains its file and its ETag', async () => {
  const { headers } = await visit('/zh/forums');
  const before = statSync(file('/zh/forums')).mtimeMs;
  await site.db.execute(sql`insert into invalidation (tag, urgency) values ('forums', 2)`);
  await site.db.execute(sql`select pg_notify('invalidation', '2')`);
  await vi.waitFor(
    async () =>
      expect(
        (await site.db.execute(sql`select 1 from invalidation where tag = 'forums'`)).rows,
      ).toEqual([]),
    { timeout: 3_000, interval: 10 },
  );
  expect(statSync(file('/zh/forums')).mtimeMs).toBe(before);
  const again = await visit('/zh/forums', {
    headers: { 'if-none-match': headers.get('etag') as string },
  });
  expect(again.status).toBe(304);
  expect(again.text).toBe('');
});

test('[R39] pages come compressed, without CDN keys if there is no CDN, and caches may store them with revalidation', async () => {
  const raw = await fetch(`${site.url}/zh/post/1`, { headers: { 'accept-encoding': 'br' } });
  expect(raw.headers.get('content-encoding')).toBe('br');
  expect(raw.headers.get('vary')).toBe('Accept-Encoding');
  for (const name of ['cache-tag', 'surrogate-key', 'xkey'])
    expect(raw.headers.get(name)).toBeNull();
  expect(raw.headers.get('cache-control')).toBe('public, no-cache');
  const plain = await fetch(`${site.url}/zh/post/1`, {
    headers: { 'accept-encoding': 'identity' },
  });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.text()).toBe(await raw.text());
});

test('[R44] links of the former site lead to where things are now', async () => {
  const thread = await newThread();
  for (let floor = 1; floor <= 21; floor++) await reply(thread);
  const last = await reply(thread);
  const there = async (path: string) => (await visit(path)).headers.get('location');
  expect(await there(`/zh/post/${thread}?offset=0&postId=${last.id}`)).toBe(
    `/zh/post/${thread}/2#p${last.id}`,
  );
  expect(await there(`/post/${thread}?postId=${last.id}`)).toBe(`/zh/post/${thread}/2#p${last.id}`);
  expect(await there('/zh/?offset=1&limit=20&order=updated_at')).toBe('/zh/latest/2');
  expect(await there('/en?order=created_at')).toBe('/en/newest');
  expect(
    (await visit(`/post/${thread}/`, { headers: { 'accept-language': 'en' } })).text,
  ).toContain('<html lang="en"');
});

test('[R2] a deleted or missing page answers at its address with its status, in the reader’s language', async () => {
  const missing = await visit('/zh/post/999999999');
  expect([missing.status, missing.headers.get('location')]).toEqual([404, null]);
  expect(missing.text).toContain('lang="zh');
  expect((await visit('/en/no/such/page')).status).toBe(404);
  expect((await visit('/nothing/here')).status).toBe(404);
  const {
    rows: [hidden],
  } = await site.db.execute(sql`select id from thread where state = 'hidden' limit 1`);
  const id =
    hidden?.id ??
    (await site.db.execute(sql`update thread set state = 'hidden' where id = 7 returning id`))
      .rows[0]?.id;
  expect((await visit(`/zh/post/${id}`)).status).toBe(406);
  expect((await visit('/error?errCode=banana')).status).toBe(200);
});

test('[R39] paths outside of the folder, and methods other than GET, are refused', async () => {
  for (const path of [
    '/zh/../../etc/passwd',
    '/zh/%2e%2e/%2e%2e/etc/passwd',
    '/zh//evil',
    '/zh/post/1%00',
    `/zh/${'a'.repeat(300)}`,
  ])
    expect((await visit(path)).status, path).toBe(404);
  expect((await visit('/zh', { method: 'POST' })).status).toBe(405);
});

test.each([
  ['/zh', '[图片]'],
  ['/en', '[picture]'],
])('[R24] pages below %s say of a reply without words that it is a picture', async (root, word) => {
  const thread = await newThread();
  const { id } = await reply(thread, `<img src="https://pictures.example${root}.png" alt="">`);
  const message = `<p>${mark()}</p>`;
  await call('POST', '/api/v1/post', { thread_id: thread, message, quote_post_id: id });
  await vi.waitFor(async () => {
    const { text } = await visit(`${root}/post/${thread}`);
    const quote = /<blockquote class="quote[\s\S]*?<\/blockquote>/.exec(text)?.[0];
    expect(quote ?? '').toContain(word);
    const { text: written } = await visit(`${root}/user/${PEOPLE.member}/replies`);
    expect(written).toContain(word);
  }, patiently);
});
