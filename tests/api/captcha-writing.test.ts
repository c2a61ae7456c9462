import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import { CAPTCHA_UNREACHABLE } from '#contracts/captcha-rules.ts';
import type { Puzzle } from '#contracts/wire/captcha.ts';
import { handMovement, readGap, solveWork } from '../support/captcha-slide.ts';
import { findThread } from '../support/find-thread.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';
import { listen } from '../support/upload-call.ts';

/* When posting needs a captcha (R32), with a solved captcha, and with one that failed to load. */

const { db } = await demoDatabase();
const api = await testApi(db, { CAPTCHA_PROVIDER: 'builtin' });
const { id: thread } = await findThread(db, sql`not t.closed and t.replies_cnt > 2`);

interface Reply {
  code: number;
  err_code?: string;
  data: { id: number; checked: number; validate: string };
}

async function browserOf(userId: number, on = api) {
  const token = await createSession(db, { userId, kind: 'site', ip: '', userAgent: '' });
  const headers = {
    cookie: `bbs=${token}; XSRF-TOKEN=${deriveXsrfToken(token)}`,
    'x-xsrf-token': deriveXsrfToken(token),
  };
  return async <T = Reply>(method: string, path: string, body?: unknown) =>
    (await on.call<T>(method, path, body, headers)).body;
}
type By = Awaited<ReturnType<typeof browserOf>>;

let count = 0;
const text = () => `<p>第 ${++count} 段话 ${Math.random()}</p>`;
const reply = (by: By, captcha?: { id: string; validate: string }, message = text()) =>
  by('POST', `/api/v1/post?captcha_id=${captcha?.id ?? ''}`, {
    thread_id: thread,
    message,
    validate: captcha?.validate ?? '',
  });

async function newcomer(group = 10): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(
    sql`
      insert into "user" (username, nickname, group_id)
      values (${`new${++count}`}, '新来的', ${group})
      returning id`,
  );
  return rows[0]?.id as number;
}

async function solved(by: By): Promise<{ id: string; validate: string }> {
  const { data } = await by<{ data: Puzzle }>('GET', '/api/v1/captcha?captcha_id=popup');
  const x = await readGap(db, data.id);
  return {
    id: 'popup',
    validate: (
      await by('POST', '/api/v1/captcha/solve', {
        id: data.id,
        captcha_id: 'popup',
        x,
        track: handMovement(x),
        work: await solveWork(data),
      })
    ).data.validate,
  };
}

// Passes without a captcha also count by address, which all tests share.
beforeEach(async () => void (await db.execute(sql`delete from rate_limit`)));

test('[R32] a newcomer’s post has no effect before the captcha is solved', async () => {
  const by = await browserOf(await newcomer());
  const costly = '<p>'.repeat(30_000);
  expect(await reply(by, undefined, costly)).toMatchObject({ err_code: 'captcha' });
  expect(await reply(by, { id: 'popup', validate: 'x' }, costly)).toMatchObject({
    err_code: 'captcha',
  });
  expect(await reply(by, await solved(by), costly)).toMatchObject({ err_code: 'tooComplex' });
});

test('[R32] a newcomer’s thread, reply, comment and private message need a captcha, and are accepted with one', async () => {
  const by = await browserOf(await newcomer());
  const { rows } = await db.execute<{ id: number; forum: number; theme: number }>(sql`
    select p.id, t.forum_id as forum, t.theme_id as theme
    from post p
    join thread t on t.id = p.thread_id
    where t.id = ${thread} and p.floor > 0 and p.state = 'normal' and p.checked
    limit 1`);
  const place = rows[0] as { id: number; forum: number; theme: number };
  const calls: [string, () => object][] = [
    [
      '/api/v1/thread',
      () => ({
        forum_id: place.forum,
        type_id: place.theme,
        subject: '新来的第一个主题',
        message: text(),
      }),
    ],
    ['/api/v1/post', () => ({ thread_id: thread, message: text() })],
    ['/api/v1/post/comment', () => ({ post_id: place.id, message: text() })],
    ['/api/v1/user/letter', () => ({ receive_user_id: PEOPLE.member, note: text() })],
  ];
  for (const [path, body] of calls) {
    expect(await by('POST', path, body()), path).toMatchObject({ code: 3, err_code: 'captcha' });
    const { id, validate } = await solved(by);
    expect(
      await by('POST', `${path}?captcha_id=${id}`, { ...body(), validate }),
      path,
    ).toMatchObject({ code: 0 });
    expect(
      await by('POST', `${path}?captcha_id=${id}`, { ...body(), validate }),
      path,
    ).toMatchObject({ err_code: 'captcha' });
  }
});

test('[R32] long-standing members, moderators, administrators and programs need no captcha', async () => {
  expect(await reply(await browserOf(PEOPLE.member))).toMatchObject({ code: 0 });
  const moderator = await newcomer();
  await db.execute(
    sql`insert into forum_moderator (forum_id, user_id) select min(id), ${moderator} from forum`,
  );
  expect(await reply(await browserOf(moderator))).toMatchObject({ code: 0 });
  expect(await reply(await browserOf(await newcomer(PEOPLE.globalModerator)))).toMatchObject({
    code: 0,
  });
  const program = await api.as(await newcomer());
  expect(
    (await program.call<Reply>('POST', '/api/v1/post', { thread_id: thread, message: text() }))
      .body,
  ).toMatchObject({ code: 0, data: { checked: 1 } });
});

test('[R32] links to other sites need a captcha from accounts with few posts, not from old members', async () => {
  const young = await newcomer();
  await db.execute(
    sql`
      update "user"
      set created_at = now() - interval '3 days', posts_cnt = 5
      where id = ${young}`,
  );
  const by = await browserOf(young);
  const linking = () => `${text()}<p><a href="https://spam.example/">买</a></p>`;
  expect(await reply(by)).toMatchObject({ code: 0 });
  expect(await reply(by, undefined, linking())).toMatchObject({ err_code: 'captcha' });
  expect(await reply(await browserOf(PEOPLE.member), undefined, linking())).toMatchObject({
    code: 0,
  });
});

test('[R32] the fifth reply within a minute needs a captcha', async () => {
  const strict = await testApi(db, { CAPTCHA_PROVIDER: 'builtin', RATE_LIMITS: 'on' });
  const by = await browserOf(PEOPLE.member, strict);
  for (let turn = 0; turn < 4; turn++) expect(await reply(by)).toMatchObject({ code: 0 });
  expect(await reply(by)).toMatchObject({ err_code: 'captcha' });
  expect(await reply(by, await solved(by))).toMatchObject({ code: 0 });
});

test('[R32] three failed captcha loads an hour are let through, and their posts are pending review', async () => {
  const author = await newcomer();
  const by = await browserOf(author);
  const unsolved = { id: 'popup', validate: CAPTCHA_UNREACHABLE };
  const before = await db.execute(sql`select replies_cnt from thread where id = ${thread}`);
  const words = text();
  const { code, data } = await reply(by, unsolved, words);
  expect([code, data]).toEqual([
    0,
    expect.objectContaining({ checked: 0, hold_reason: 'captcha' }),
  ]);
  expect((await db.execute(sql`select checked from post where id = ${data.id}`)).rows).toEqual([
    { checked: false },
  ]);
  expect((await db.execute(sql`select replies_cnt from thread where id = ${thread}`)).rows).toEqual(
    before.rows,
  );
  const seen = async (who: typeof by) =>
    JSON.stringify(
      await who<object>('GET', `/api/v1/thread/post/list?id=${thread}&order=desc&limit=3`),
    ).includes(words);
  expect([await seen(by), await seen(await browserOf(PEOPLE.member))]).toEqual([true, false]);
  const forum = (
    await db.execute<{ forum: number; theme: number }>(
      sql`select forum_id as forum, theme_id as theme from thread where id = ${thread}`,
    )
  ).rows[0];
  const begun = await by('POST', '/api/v1/thread?captcha_id=popup', {
    forum_id: forum?.forum,
    type_id: forum?.theme,
    subject: '没有验证的主题',
    message: text(),
    validate: CAPTCHA_UNREACHABLE,
  });
  expect(
    (
      await db.execute(
        sql`
          select t.checked, p.checked as first
          from thread t
          join post p on p.id = t.first_post_id
          where t.id = ${begun.data.id}`,
      )
    ).rows,
  ).toEqual([{ checked: false, first: false }]);
  const { rows } = await db.execute<{ id: number; comments: number }>(
    sql`
      select id, comments_cnt as comments
      from post
      where thread_id = ${thread} and floor > 0 and state = 'normal' and checked
      limit 1`,
  );
  expect(
    await by('POST', '/api/v1/post/comment?captcha_id=popup', {
      post_id: rows[0]?.id,
      message: text(),
      validate: CAPTCHA_UNREACHABLE,
    }),
  ).toMatchObject({ code: 0 });
  expect(
    (await db.execute(sql`select comments_cnt from post where id = ${rows[0]?.id}`)).rows,
  ).toEqual([{ comments_cnt: rows[0]?.comments }]);
  expect(await reply(by, unsolved)).toMatchObject({ err_code: 'captcha' });
  // The limit counts by account, whatever its address, and by address, whatever its account.
  expect(await reply(await browserOf(await newcomer()), unsolved)).toMatchObject({
    err_code: 'captcha',
  });
  await db.execute(sql`delete from rate_limit where key like 'unsolved:popup:a%'`);
  expect(await reply(by, unsolved)).toMatchObject({ err_code: 'captcha' });
  expect(await reply(by, await solved(by))).toMatchObject({ code: 0, data: { checked: 1 } });
});

test('[R31] [R32] a captcha that can’t be loaded is passed three times an hour before searches, for an address', async () => {
  const search = async () => {
    // Each pass is valid for thirty searches; these are used up.
    await db.execute(sql`update captcha_grant set uses = max_uses`);
    return (
      await api.call<Reply>('GET', `/api/v1/search?keyword=${Math.random()}`, undefined, {
        'x-captcha-id': 'bound',
        'x-captcha-validate': CAPTCHA_UNREACHABLE,
      })
    ).body.err_code;
  };
  expect([await search(), await search(), await search(), await search()]).toEqual([
    undefined,
    undefined,
    undefined,
    'captcha',
  ]);
});

test('[R32] addresses of IPv6 of one network are one address', async () => {
  const behindProxy = await testApi(db, { CAPTCHA_PROVIDER: 'builtin', TRUST_PROXY: '1' });
  const search = async (host: number) => {
    await db.execute(sql`update captcha_grant set uses = max_uses`);
    return (
      await behindProxy.call<Reply>('GET', `/api/v1/search?keyword=${host}`, undefined, {
        'x-captcha-id': 'bound',
        'x-captcha-validate': CAPTCHA_UNREACHABLE,
        'x-forwarded-for': `2001:db8:1:2::${host}`,
      })
    ).body.err_code;
  };
  for (const host of [1, 2, 3]) expect(await search(host)).toBeUndefined();
  expect(await search(4)).toBe('captcha');
});

test('[R32] Yidun’s service gets a signed call; its refusal counts, its silence lets posts through to review', async () => {
  const asked: URLSearchParams[] = [];
  let answer: object | undefined = { error: 0, msg: 'ok', result: true };
  const port = await listen((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      asked.push(new URLSearchParams(body));
      if (answer)
        response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
      else request.socket.destroy();
    });
  });
  const yidun = await testApi(db, {
    CAPTCHA_PROVIDER: 'yidun',
    CAPTCHA_POPUP_ID: 'p0pup',
    CAPTCHA_BOUND_ID: 'b0und',
    CAPTCHA_SECRET_ID: 'identity',
    CAPTCHA_SECRET_KEY: 'se&cret',
    CAPTCHA_API: `http://127.0.0.1:${port}/api/v2/verify`,
  });
  const author = await newcomer();
  const by = await browserOf(author, yidun);
  const shown = { id: 'p0pup', validate: 'CN31_验证' };
  const begun = Date.now();
  expect(await reply(by, shown)).toMatchObject({ code: 0, data: { checked: 1 } });
  const answered = Date.now();
  const { signature, ...sent } = Object.fromEntries(asked[0] ?? []);
  expect(sent).toMatchObject({
    captchaId: 'p0pup',
    validate: 'CN31_验证',
    user: String(author),
    secretId: 'identity',
    version: 'v2',
  });
  expect(Number(sent.timestamp)).toBeGreaterThanOrEqual(begun);
  expect(Number(sent.timestamp)).toBeLessThanOrEqual(answered);
  const { createHash } = await import('node:crypto');
  const names = [
    'captchaId',
    'nonce',
    'secretId',
    'timestamp',
    'user',
    'validate',
    'version',
  ] as const;
  expect(signature).toBe(
    createHash('md5')
      .update(`${names.map((name) => name + sent[name]).join('')}se&cret`)
      .digest('hex'),
  );
  expect(JSON.stringify(sent)).not.toContain('se&cret');
  answer = { error: 0, msg: '', result: false };
  expect(await reply(by, shown)).toMatchObject({ err_code: 'captcha' });
  expect(await reply(by, { ...shown, id: 'b0und' })).toMatchObject({ err_code: 'captcha' });
  expect(asked).toHaveLength(2);
  answer = undefined;
  expect(await reply(by, shown)).toMatchObject({ code: 0, data: { checked: 0 } });
  answer = { error: 415, msg: 'invalid signature' };
  expect(await reply(by, shown)).toMatchObject({ code: 0, data: { checked: 0 } });
  const { body } = await yidun.call('GET', '/api/v1/captcha/config');
  expect(body.data).toEqual({
    provider: 'yidun',
    popup: 'p0pup',
    bound: 'b0und',
    servers: ['https://cstaticdun.126.net', 'https://cstaticdun1.126.net'],
  });
});
