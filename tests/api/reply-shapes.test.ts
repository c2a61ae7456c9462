import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  FavouriteForumsReplyWire,
  ForumBriefWire,
  SectionWire,
  ThemeWire,
} from '#contracts/wire/forum.ts';
import {
  FavouritesReplyWire,
  LettersReplyWire,
  MessageCountReplyWire,
  MessagesReplyWire,
  UserPostsReplyWire,
  UserThreadsReplyWire,
} from '#contracts/wire/own-content.ts';
import {
  PostListReplyWire,
  PublicPostWire,
  ThreadBriefWire,
  TopPostsReplyWire,
} from '#contracts/wire/post.ts';
import {
  BooleanReplyWire,
  ConfigEntryWire,
  ReportKindsReplyWire,
} from '#contracts/wire/replies.ts';
import {
  CommentWire,
  ForumPageReplyWire,
  ThreadIndexReplyWire,
  ThreadInfoReplyWire,
} from '#contracts/wire/thread.ts';
import { UserBriefsReplyWire, UserInfoWire, UserTagWire, UserWire } from '#contracts/wire/user.ts';
import { readThreadBrief } from '#domain/content/thread/read-info.ts';
import { PEOPLE } from '../support/people.ts';
import { findReplySchema, findShapeFaults } from '../support/reply-shapes.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const member = await api.as(PEOPLE.member, ['read']);
const one = async (query: ReturnType<typeof sql>): Promise<number> =>
  Number(Object.values((await db.execute(query)).rows[0] as object)[0]);

const polled = await one(
  sql`select thread_id from poll join thread on id = thread_id and state = 'normal' limit 1`,
);
const quoting = await one(
  sql`
    select p.thread_id
    from post p
    join thread t on t.id = p.thread_id and t.state = 'normal'
    where quote_post_id is not null and comments_cnt > 0
    limit 1`,
);
const commented = await one(
  sql`
    select p.id
    from post p
    join thread t on t.id = p.thread_id and t.state = 'normal'
    where p.state = 'normal'
    order by p.comments_cnt desc
    limit 1`,
);
const featured = await one(
  sql`
    select p.thread_id
    from post p
    join thread t on t.id = p.thread_id and t.state = 'normal'
    where p.featured and p.state = 'normal'
    limit 1`,
);

const visitors: [path: string, shape: z.ZodType][] = [
  ['/api/v1/forum', z.array(SectionWire).min(5)],
  ['/api/v1/forum/rows', z.array(ForumBriefWire).min(20)],
  ['/api/v1/forum/theme?forum_id=1', z.array(ThemeWire).min(1)],
  ['/api/v1/forum/id?id=1', ForumPageReplyWire],
  ['/api/v1/forum/id?id=1&order=created_at&where=is_digest&languages=en_US', ForumPageReplyWire],
  ['/api/v1/thread/index?limit=100', ThreadIndexReplyWire],
  [
    '/api/v1/thread/index?order=hot_value&where=is_digest&languages=zh_CN,en_US',
    ThreadIndexReplyWire,
  ],
  [`/api/v1/thread/info?id=${polled}`, ThreadInfoReplyWire],
  [`/api/v1/thread/post/list?id=${quoting}&limit=100`, PostListReplyWire],
  [
    `/api/v1/post/top/list?id=${featured}`,
    TopPostsReplyWire.extend({ data: TopPostsReplyWire.shape.data.min(1) }),
  ],
  [
    `/api/v1/thread/post/comment?post_id=${commented}`,
    z.object({
      code: z.literal(0),
      msg: z.string(),
      data: z.array(CommentWire).min(1),
      total_count: z.int(),
    }),
  ],
  [
    `/api/v1/thread/offset?id=${commented}&thread_id=${await one(sql`
      select thread_id
      from post
      where id = ${commented}`)}`,
    z.object({ code: z.literal(0), msg: z.string(), offset: z.int() }),
  ],
  ['/api/v1/thread/user/list?forum_id=1', UserBriefsReplyWire],
  [`/api/v1/user/info?id=${PEOPLE.member}`, UserWire],
  [`/api/v1/user/thread?user_id=${PEOPLE.member}`, UserThreadsReplyWire],
  [`/api/v1/user/post?user_id=${PEOPLE.member}`, UserPostsReplyWire],
  ['/api/v2/public/user/tags?user_id=10000', z.array(UserTagWire).min(1)],
  ['/api/v2/public/posts?limit=100', z.array(PublicPostWire).length(100)],
  ...['notify', 'activities', 'carousel', 'weixin_share', 'iframe_allow'].map(
    (name) => [`/api/v2/public/config/${name}`, ConfigEntryWire] as [string, z.ZodType],
  ),
];

test.each(visitors)('[R36] [R44] a visitor reads %s', async (path, shape) => {
  const { status, body, headers } = await api.call('GET', path);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('application/json');
  shape.parse(body);
});

const members: [path: string, shape: z.ZodType][] = [
  ['/api/v1/user/info', UserInfoWire],
  ['/api/v1/user/list?keyword=a', UserBriefsReplyWire],
  ['/api/v1/user/thread', UserThreadsReplyWire],
  ['/api/v1/user/post', UserPostsReplyWire],
  ['/api/v1/user/msg/count', MessageCountReplyWire],
  ...[1, 2, 3, 5, 6].map(
    (category) =>
      [`/api/v1/user/msg?category=${category}`, MessagesReplyWire] as [string, z.ZodType],
  ),
  ['/api/v1/user/letter?receive_user_id=10000', LettersReplyWire],
  ['/api/v1/user/favorite?idtype=tid', FavouritesReplyWire],
  ['/api/v1/forum/favorite/list', FavouriteForumsReplyWire],
  ['/api/v1/forum/user/favorite?forum_id=1', BooleanReplyWire],
  ['/api/v1/thread/post/report/list', ReportKindsReplyWire],
];

test.each(members)(
  '[R36] [R20] a member reads %s; a visitor is asked to log in',
  async (path, shape) => {
    const { status, body } = await member.call('GET', path);
    expect(status).toBe(200);
    shape.parse(body);
    expect(await api.call('GET', path)).toMatchObject({
      status: 401,
      body: { err_code: 'unauthenticated' },
    });
  },
);

test('[R36] the shape that writers are answered with is a ThreadBrief', async () => {
  ThreadBriefWire.parse(await readThreadBrief(db, polled, 'en'));
  await expect(readThreadBrief(db, 999_999, 'en')).rejects.toMatchObject({ code: 'notFound' });
});

test('[R43] every call that is read here is in the description, with its reply', async () => {
  const { body } = await api.call<{
    paths: Record<string, { get?: { responses: Record<string, { content?: object }> } }>;
  }>('GET', '/api/openapi.json');
  const missing = [...visitors, ...members]
    .map(([path]) => (path.split('?')[0] as string).replace(/config\/\w+$/, 'config/{name}'))
    .filter((path) => !body.paths[path]?.get?.responses['200']?.content);
  expect(missing).toEqual([]);
});

test.each([
  ['/api/v1/thread/index?limit=many', 'limit'],
  ['/api/v1/thread/index?limit=0', 'limit'],
  ['/api/v1/thread/index?offset=-1', 'offset'],
  ['/api/v1/thread/index?offset=1.5', 'offset'],
  ['/api/v1/thread/index?order=newest', 'order'],
  ['/api/v1/thread/index?languages=zh_CN,fr_FR', 'languages'],
  ['/api/v1/forum/id', 'id'],
  ['/api/v1/forum/id?id=', 'id'],
  ['/api/v1/forum/id?id=1&where=pinned', 'where'],
  ['/api/v1/forum/theme?forum_id=first', 'forum_id'],
  ['/api/v1/thread/info?id=1e99', 'id'],
  ['/api/v1/thread/post/list?id=1&order=random', 'order'],
  ['/api/v1/thread/offset?thread_id=1', 'id'],
  ['/api/v1/user/thread?user_id=1&date_type=4', 'date_type'],
  ['/api/v2/public/posts?offset=x', 'offset'],
])('[R36] %s is refused, naming %s', async (path, field) => {
  for (const language of ['zh', 'en']) {
    const { status, body } = await api.call<{ msg: string; err_code: string }>(
      'GET',
      path,
      undefined,
      { 'accept-language': language },
    );
    expect(status).toBe(400);
    expect(body.err_code).toBe('malformed');
    expect(body.msg).toContain(field);
  }
});

test('[R37] empty, null and unknown parameters are as if they were not there', async () => {
  const plain = await api.call('GET', '/api/v1/thread/index');
  const padded = await api.call(
    'GET',
    '/api/v1/thread/index?order=&where=&languages=null&offset=&limit=null&what=ever',
  );
  expect(padded).toMatchObject({ status: 200, body: plain.body });
});

test('[R36] no list gives more than a hundred', async () => {
  const { body } = await api.call<{ ThreadIndex: unknown[] }>(
    'GET',
    '/api/v1/thread/index?limit=5000',
  );
  expect(body.ThreadIndex).toHaveLength(100);
  expect((await api.call<unknown[]>('GET', '/api/v2/public/posts?limit=5000')).body).toHaveLength(
    100,
  );
});

test('[R36] a test that calls the API fails when an answer has another shape, or a field that its schema doesn’t name', () => {
  const schema = z.object({ data: z.array(z.object({ id: z.number() })) });
  expect(findShapeFaults({ data: [{ id: 1 }] }, schema)).toEqual([]);
  expect(findShapeFaults({ data: [{ id: 1, extra: null }] }, schema)).toEqual([
    'data.[].extra has no name in the schema',
  ]);
  expect(findShapeFaults({ data: [{ id: '1' }] }, schema)).toHaveLength(1);
});

test('[R36] each call’s answer is compared with the shape of that call, parameters in its path too', () => {
  for (const [name, schema] of api.replySchemas) {
    const [method = '', path = ''] = name.replace(/\{\w+\}/g, '7').split(' ');
    expect([name, findReplySchema(api.replySchemas, method, `${path}?a=1`) === schema]).toEqual([
      name,
      true,
    ]);
  }
});
