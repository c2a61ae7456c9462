import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createToken } from '../../scripts/create-token.ts';
import { ADMIN, MEMBER, OTHER } from '../support/moderation-api.ts';
import { startSite } from '../support/test-site.ts';

/* A takedown removes the content from every public place before the call returns. */

const site = await startSite();
const token = async (userId: number) =>
  (await createToken(site.db, { userId, name: 'takedown', scopes: ['read', 'write', 'moderate'] }))
    .token;
const tokens = {
  member: await token(MEMBER),
  other: await token(OTHER),
  admin: await token(ADMIN),
};
const file = (path: string) => join(site.siteDir, path, 'index.html');
const visit = async (path: string) => (await fetch(site.url + path, { redirect: 'manual' })).text();
const call = async (by: keyof typeof tokens, method: string, path: string, body?: unknown) => {
  const response = await fetch(site.url + path, {
    method,
    headers: { authorization: `Bearer ${tokens[by]}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: (await response.json()) as {
      code: number;
      data: {
        id: number;
        changed: number[];
        undo: { method: string; path: string; body: unknown }[];
      };
    },
  };
};
let count = 0;
const mark = () =>
  `词${String.fromCharCode(0x4e00 + ++count * 37)}${String.fromCharCode(0x4e03 + count * 91)}标`;
const begin = async (by: 'member' | 'other', word: string) =>
  (
    await call(by, 'POST', '/api/v1/thread', {
      forum_id: 1,
      type_id: 1,
      subject: `${word}主题`,
      message: `<p>${word}正文</p>`,
      language: 'zh_CN',
    })
  ).body.data.id;
const reply = async (by: 'member' | 'other', thread: number, text: string, more = {}) =>
  (
    await call(by, 'POST', '/api/v1/post', {
      thread_id: thread,
      message: `<p>${text}</p>`,
      ...more,
    })
  ).body.data.id;

const heard: unknown[] = [];
beforeAll(async () => {
  const listener = new pg.Client({ connectionString: site.databaseUrl });
  await listener.connect();
  listener.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? 'null').removal));
  listener.on('error', () => {});
  await listener.query('listen removals');
  return () => listener.end();
});

/** Public places in pages and the API, requested before: files and cached replies exist. */
const places = (thread: number, more: string[] = []) => [
  '/zh',
  '/zh/newest',
  '/zh/forum/1',
  '/zh/forum/1/newest',
  '/zh/feed.xml',
  '/zh/forum/1/feed.xml',
  '/zh/atom.xml',
  `/zh/post/${thread}`,
  `/en/post/${thread}`,
  `/zh/user/${OTHER}`,
  `/zh/user/${OTHER}/replies`,
  `/zh/user/${MEMBER}/replies`,
  '/api/v1/thread/index',
  '/api/v1/thread/index?order=created_at',
  '/api/v1/forum/id?id=1',
  `/api/v1/thread/info?id=${thread}`,
  `/api/v1/thread/post/list?id=${thread}`,
  `/api/v1/post/top/list?id=${thread}`,
  `/api/v1/user/thread?user_id=${OTHER}`,
  `/api/v1/user/post?user_id=${OTHER}`,
  `/api/v1/user/post?user_id=${MEMBER}`,
  '/api/v2/public/posts?limit=50',
  ...more,
];
const search = (word: string) => `/api/v2/public/search/thread?keyword=${encodeURIComponent(word)}`;
/** The places that contain the word. A search's reply doesn't repeat its parameter. */
const where = async (word: string, paths: string[]) => {
  const texts = await Promise.all(
    paths.map(
      async (path) =>
        [path, (await visit(path)).replaceAll('<em>', '').replaceAll('</em>', '')] as const,
    ),
  );
  return texts.filter(([, text]) => text.includes(word)).map(([path]) => path);
};
const shownAgain = (word: string, paths: string[], at: string) =>
  vi.waitFor(async () => expect(await where(word, paths)).toContain(at), {
    timeout: 5_000,
    interval: 50,
  });

describe('[R20, R40] when the call returns', () => {
  test('a deleted thread is nowhere: pages, lists, feeds, sitemap, related threads, search, API; restored, it is back', async () => {
    const word = mark();
    const thread = await begin('other', word);
    await reply('member', thread, '答');
    const later = await begin('member', mark());
    const all = places(thread, [search(word), `/zh/post/${later}`, '/sitemap-0.xml']);
    await vi.waitFor(async () => expect((await where(word, all)).length).toBeGreaterThan(14), {
      timeout: 5_000,
      interval: 50,
    });
    expect(await where(word, [`/zh/post/${later}`])).toEqual([`/zh/post/${later}`]);
    expect(await visit('/sitemap-0.xml')).toContain(`/zh/post/${thread}<`);
    const { body } = await call('admin', 'PUT', '/api/v1/thread/delete', {
      msg: [{ id: thread, note: '广告', is_notify: 1 }],
    });
    expect(existsSync(file(`/zh/post/${thread}`))).toBe(false);
    expect(await where(word, all)).toEqual([]);
    expect(await visit('/sitemap-0.xml')).not.toContain(`/zh/post/${thread}<`);
    await vi.waitFor(() => expect(heard).toContainEqual({ thread }));
    const [undo] = body.data.undo;
    await call('admin', undo?.method as string, undo?.path as string, undo?.body);
    await shownAgain(word, all, `/zh/post/${thread}`);
    await shownAgain(word, all, '/zh/newest');
  });

  test('a hidden reply is nowhere, its quote and its comment neither', async () => {
    const word = mark();
    const thread = await begin('member', mark());
    const id = await reply('other', thread, word);
    await reply('member', thread, '引用', { quote_post_id: id });
    await call('admin', 'PUT', '/api/v1/post/update', { top: 1, ids: [id] });
    const all = places(thread, [search(word), `/api/v1/thread/post/comment?post_id=${id}`]);
    await vi.waitFor(async () => expect((await where(word, all)).length).toBeGreaterThan(4), {
      timeout: 5_000,
      interval: 50,
    });
    await call('admin', 'POST', '/api/v2/moderation/actions', {
      action: 'hide',
      kind: 'reply',
      ids: [id],
    });
    expect(await where(word, all)).toEqual([]);
    await vi.waitFor(() => expect(heard).toContainEqual({ thread, post: id }));
  });

  test('[R29] nothing is read of a banned author whose content is hidden, and a ban that ends brings it back by itself', async () => {
    const word = mark();
    const thread = await begin('other', word);
    const elsewhere = await begin('member', mark());
    const said = await reply('other', elsewhere, `${word}回复`);
    await reply('member', elsewhere, '再引用', { quote_post_id: said });
    await reply('member', thread, '在他的主题里');
    const all = [...new Set([...places(thread, [search(word)]), ...places(elsewhere)])];
    await vi.waitFor(async () => expect((await where(word, all)).length).toBeGreaterThan(16), {
      timeout: 5_000,
      interval: 50,
    });
    expect(
      (
        await call('admin', 'POST', '/api/v1/user/crime', {
          user_id: OTHER,
          action: 2,
          reason: '广告',
          hide_thread: 1,
        })
      ).body.code,
    ).toBe(0);
    expect(await where(word, all)).toEqual([]);
    await vi.waitFor(() => expect(heard).toContainEqual({ user: OTHER }));

    await site.db.execute(sql`update "user" set banned_until = now() where id = ${OTHER}`);
    await site.db.execute(
      sql`select graphile_worker.add_job('ban', json_build_object('user', ${OTHER}::int))`,
    );
    await shownAgain(word, all, `/zh/post/${thread}`);
    await shownAgain(word, all, `/zh/post/${elsewhere}`);
    await shownAgain(word, all, '/zh/feed.xml');
  });

  test('[R23] addresses of a merged thread and of its replies lead to where they are', async () => {
    const word = mark();
    const [from, into] = [await begin('other', word), await begin('member', mark())];
    const id = await reply('member', from, '跟着走');
    await visit(`/zh/post/${from}`);
    await call('admin', 'POST', '/api/v2/moderation/actions', {
      action: 'merge',
      kind: 'thread',
      ids: [from],
      into,
    });
    expect(existsSync(file(`/zh/post/${from}`))).toBe(false);
    const location = async (path: string) =>
      (await fetch(site.url + path, { redirect: 'manual' })).headers.get('location');
    expect(await location(`/zh/post/${from}`)).toBe(`/zh/post/${into}`);
    expect(await location(`/zh/post/${from}?offset=0&postId=${id}`)).toBe(
      `/zh/post/${into}#p${id}`,
    );
    await vi.waitFor(async () => expect(await visit(`/zh/post/${into}`)).toContain(`${word}正文`), {
      timeout: 5_000,
      interval: 50,
    });
  });
});
