import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { createApi } from '#api/app.ts';
import type { Deps } from '#api/context.ts';
import { createSession } from '#auth/session.ts';
import { xsrfTokenOf } from '#auth/xsrf.ts';
import { COMMENT_MAX, JSON_BYTES, jsonBytes, MESSAGE_MAX, TOKENS_MAX } from '#contracts/limits.ts';
import { createDb } from '#db/client.ts';
import { readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { ARRIVALS, limitCalls, limitConnections } from '#server/arrivals.ts';
import { testApi } from '../support/api.ts';
import { freshDatabase } from '../support/database.ts';

/*
 * What enters is limited before anything is done with it, and whoever sent too much gets to read
 * so.
 */

const MEMBER = 10_004;
const { db, url: databaseUrl } = await freshDatabase();
const api = await testApi(db);
const member = await api.as(MEMBER);
const admin = await api.as(10_000);

const json = { 'content-type': 'application/json' };
const LARGE = {
  zh: '内容太大，请缩短或压缩后再试',
  en: 'That is too large, please make it shorter or smaller',
};

/** The API on a socket, with what its log says. */
async function served(
  variables: Record<string, string> = {},
  bodyMs = ARRIVALS.bodyMs,
): Promise<{ url: string; port: number; log: string[] }> {
  const env = readEnv({
    CAPTCHA_PROVIDER: 'none',
    RATE_LIMITS: 'off',
    SITE_URL: 'http://127.0.0.1:4321',
    DATA_DIR: '/tmp/forum-edge',
    ...variables,
  });
  const log: string[] = [];
  const write = (level: string) => (fields: object, text: string) =>
    void log.push(`${level} ${text} ${JSON.stringify(fields)}`);
  const logger = {
    ...createLog('silent'),
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
  } as unknown as Deps['log'];
  const { api: app } = await createApi({
    db,
    replica: db,
    env,
    log: logger,
    takeDown: async () => {},
  });
  const server = createServer(
    limitCalls(getRequestListener(app.fetch, { overrideGlobalObjects: false }), {
      ...ARRIVALS,
      bodyMs,
      calls: 5,
      proxies: env.TRUST_PROXY,
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, log };
}

/** Sends these bytes and whatever `more` yields, and reads until the other side ends. */
async function raw(port: number, head: string, more: Iterable<string> = []): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(head);
      const parts = more[Symbol.iterator]();
      const go = () => {
        for (let next = parts.next(); !next.done; next = parts.next())
          if (!socket.write(next.value)) return void socket.once('drain', go);
      };
      go();
    });
    socket.on('data', (chunk) => void (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('[R21] a body', () => {
  test('that is larger than its call takes is refused before it is parsed, in the reader’s language', async () => {
    const body = `{"id":"x","captcha_id":"popup","track":[${'[0,0,0],'.repeat(1_500_000)}[0,0,0]]}`;
    for (const language of ['zh', 'en'] as const) {
      const reply = await api.send('POST', '/api/v1/captcha/solve', body, {
        ...json,
        'accept-language': language,
      });
      expect([reply.status, await reply.json()]).toEqual([
        413,
        { code: 413, err_code: 'tooLarge', msg: LARGE[language] },
      ]);
    }
  });

  test('with a message may have the longest one, written as JSON of any kind', async () => {
    const escaped = (text: string, count: number) =>
      `"${[...text]
        .map((one) =>
          [...Array(one.length).keys()]
            .map((at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`)
            .join(''),
        )
        .join('')
        .repeat(count)}"`;
    for (const message of [
      JSON.stringify('字'.repeat(MESSAGE_MAX)),
      escaped('字', MESSAGE_MAX),
      escaped('😀', MESSAGE_MAX),
    ]) {
      const body = `{"thread_id":0,"message":${message}}`;
      expect(body.length).toBeLessThanOrEqual(jsonBytes(MESSAGE_MAX));
      const saved = await member.send('POST', '/api/v1/thread/draft', body, json);
      expect([saved.status, await saved.json()]).toMatchObject([200, { code: 0 }]);
    }
    expect(
      (
        await member.send(
          'POST',
          '/api/v1/thread/draft',
          `{"message":"${'x'.repeat(jsonBytes(MESSAGE_MAX))}"}`,
          json,
        )
      ).status,
    ).toBe(413);
    expect(
      (
        await member.send(
          'POST',
          '/api/v1/post/comment',
          `{"post_id":1,"message":"${'x'.repeat(jsonBytes(COMMENT_MAX))}"}`,
          json,
        )
      ).status,
    ).toBe(413);
  });

  test.each([
    ['deep arrays', `{"user_ids":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['deep objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    [
      'more values than any call needs',
      JSON.stringify({ a: Array.from({ length: 12 }, () => Array(1_000).fill(1)) }),
    ],
  ])('with %s is too large, whatever its bytes', async (_, body) => {
    expect(body.length).toBeLessThan(JSON_BYTES);
    expect((await api.send('POST', '/api/v1/captcha/solve', body, json)).status).toBe(413);
    expect((await member.send('POST', '/api/v1/thread/draft', body, json)).status).toBe(413);
  });

  test('with a longer array than its call takes is refused for that, and for nothing in it', async () => {
    const { status, body } = await api.call('POST', '/api/v1/captcha/solve', {
      id: 'x',
      captcha_id: 'popup',
      track: Array.from({ length: 1_500 }, () => 'x'),
    });
    expect([status, body]).toMatchObject([
      400,
      { err_code: 'malformed', err_payload: [{ field: 'track' }] },
    ]);
    const many = await member.call<{ err_payload: unknown[] }>(
      'POST',
      '/api/v1/thread/exists/favorite',
      { ids: Array.from({ length: 500 }, () => 'x') },
    );
    expect(many.status).toBe(400);
    expect(many.body.err_payload.length, 'faults that are named').toBeLessThanOrEqual(20);
  });

  test('that is refused while it comes is read to its end, so that its sender reads why; a chunked one too', async () => {
    const { port } = await served();
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const answer = await raw(
      port,
      'POST /api/v1/captcha/solve HTTP/1.1\r\nhost: x\r\nconnection: close\r\naccept-language: en\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
      [...Array.from({ length: 300 }, () => chunk), '0\r\n\r\n'],
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain(LARGE.en);
    const declared = await raw(
      port,
      'POST /api/v1/captcha/solve HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 19660800\r\n\r\n',
      Array.from({ length: 300 }, () => 'x'.repeat(0x10000)),
    );
    expect(declared).toMatch(/^HTTP\/1\.1 413 /);
    expect(declared).toContain(LARGE.zh);
  });

  test('of a form has few parts, and is no list of names', async () => {
    const headers = (type: string) => ({ 'content-type': type });
    const part = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n';
    expect(
      (
        await member.send(
          'POST',
          '/api/v1/thread/file',
          `${part.repeat(100_000)}--b--\r\n`,
          headers('multipart/form-data; boundary=b'),
        )
      ).status,
    ).toBe(413);
    expect(
      (
        await member.send(
          'POST',
          '/api/v1/thread/file',
          'a&'.repeat(5_000_000),
          headers('application/x-www-form-urlencoded'),
        )
      ).status,
    ).toBe(415);
    expect(
      (
        await member.send(
          'POST',
          '/api/v1/thread/file',
          `${part}--b--\r\n`,
          headers('multipart/form-data; boundary=c; boundary=b'),
        )
      ).status,
    ).toBe(415);
    expect(
      (
        await member.send(
          'POST',
          '/api/v1/user/avatar',
          `${part}--b--\r\n`,
          headers('multipart/form-data; boundary="b"'),
        )
      ).status,
    ).toBe(400);
  });

  test('that comes too slowly ends its connection, and nobody else’s; the log has no error', async () => {
    const { port, url, log } = await served({}, 300);
    const slow = raw(
      port,
      'POST /api/v1/captcha/solve HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"id":',
    );
    expect((await fetch(`${url}/api/v1/forum/rows`)).status).toBe(200);
    expect(await slow).toBe('');
    expect(log.filter((line) => line.startsWith('error'))).toEqual([]);
  });

  test('that isn’t JSON is a 400 for whoever sent it, and no error of ours', async () => {
    const { url, log } = await served();
    for (let time = 0; time < 50; time++) {
      const reply = await fetch(`${url}/api/v1/captcha/solve`, {
        method: 'POST',
        headers: json,
        body: '{"id":',
      });
      expect([reply.status, await reply.json()]).toMatchObject([400, { err_code: 'malformed' }]);
    }
    expect(log).toEqual([]);
    expect(
      (
        await fetch(`${url}/api/v1/captcha/solve`, {
          method: 'POST',
          headers: { 'content-type': 'text/xml' },
          body: '<a/>',
        })
      ).status,
    ).toBe(415);
  });
});

test('[R21] a compressed body is refused: what it would become has no limit', async () => {
  const { url } = await served();
  const headers = { ...json, ...member.authorization };
  for (const encoding of ['gzip', 'br', 'gzip, identity', 'nonsense']) {
    const reply = await fetch(`${url}/api/v1/thread/preview`, {
      method: 'POST',
      headers: { ...headers, 'content-encoding': encoding },
      body: '{"message":"<p>a</p>"}',
    });
    expect([encoding, reply.status, await reply.json()]).toMatchObject([
      encoding,
      415,
      { err_code: 'unsupported' },
    ]);
  }
  expect(
    (
      await fetch(`${url}/api/v1/thread/preview`, {
        method: 'POST',
        headers: { ...headers, 'content-encoding': 'identity' },
        body: '{"message":"<p>a</p>"}',
      })
    ).status,
  ).toBe(200);
  expect(
    (
      await fetch(`${url}/api/v1/thread/file`, {
        method: 'POST',
        headers: {
          ...member.authorization,
          'content-type': 'multipart/form-data; boundary=b',
          'content-encoding': 'gzip',
        },
        body: '--b--',
      })
    ).status,
  ).toBe(415);
});

describe('[R21] text that isn’t UTF-8', () => {
  const bodies = [
    ['half of a character', [0xe5, 0xad]],
    ['a byte that none begins with', [0xff]],
    ['another encoding', [0xd6, 0xd0, 0xce, 0xc4]],
    ['a surrogate in three bytes', [0xed, 0xa0, 0x80]],
  ] as const;
  test.each(bodies)(
    'is refused and not mended: %s, with and without a length',
    async (_, bytes) => {
      const body = Buffer.concat([Buffer.from('{"desc":"'), Buffer.from(bytes), Buffer.from('"}')]);
      const member = await api.as(MEMBER);
      const { url } = await served();
      for (const whole of [body, new Blob([body]).stream()]) {
        const reply = await fetch(`${url}/api/v1/user/info`, {
          method: 'PUT',
          headers: { ...json, ...member.authorization },
          body: whole,
          duplex: 'half',
        } as RequestInit);
        expect([reply.status, await reply.json()]).toMatchObject([400, { err_code: 'malformed' }]);
      }
      expect(
        (
          await db.execute(
            sql`select from "user" where id = ${MEMBER} and description like '%\ufffd%'`,
          )
        ).rowCount,
      ).toBe(0);
    },
  );
});

describe('[R21] text that no database holds', () => {
  test.each([
    ['POST', '/api/v1/thread/draft', { message: 'a\0b' }, 'message'],
    ['POST', '/api/v1/thread/draft', { poll: { options: ['ok', '\ud800'] } }, 'poll.options.1'],
    ['POST', '/api/v1/thread/preview', { message: '<p>\0</p>' }, 'message'],
    ['PUT', '/api/v1/user/info', { desc: '\udc00' }, 'desc'],
    ['POST', '/api/v1/thread/post/report', { post_id: 1, report_type: 'spam\0' }, 'report_type'],
    ['POST', '/api/v1/user/crime', { user_id: 10_005, action: 1, reason: '\0' }, 'reason'],
  ])('is refused by %s %s, which names the field', async (method, path, body, field) => {
    expect(await admin.call(method, path, body)).toMatchObject({
      status: 400,
      body: { err_code: 'malformed', err_payload: [{ field }] },
    });
  });

  test('is refused in addresses, and left out of what is searched for', async () => {
    expect(await member.call('GET', '/api/v1/user/list?ids=%00')).toMatchObject({
      status: 400,
      body: { err_payload: [{ field: 'ids' }] },
    });
    expect(await member.call('GET', '/api/v2/public/config/%00')).toMatchObject({
      status: 400,
      body: { err_payload: [{ field: 'path' }] },
    });
    expect(
      (
        await api.call(
          'GET',
          `/api/v2/public/search/thread?keyword=${encodeURIComponent('系统')}%00`,
        )
      ).status,
    ).toBe(200);
    expect((await member.call('GET', '/api/v1/user/list?keyword=%00')).status).toBe(200);
  });
});

describe('[R3] times', () => {
  test.each([
    '2026-13-45',
    '10000-01-01',
    '2026-02-30',
    '0000-01-01',
    '9999-12-31T23:59:59-14:00',
    '1',
    '2026-01-01T99:00:00Z',
  ])('like %s are refused in filters and bodies', async (time) => {
    const at = encodeURIComponent(time);
    for (const path of [
      `/api/v2/public/search/thread?keyword=a&from=${at}`,
      `/api/v2/moderation/log?to=${at}`,
    ])
      expect((await admin.call('GET', path)).status, path).toBe(400);
    expect(
      await admin.call('POST', '/api/v1/user/crime', {
        user_id: 10_005,
        action: 2,
        reason: 'x',
        end_at: time,
      }),
    ).toMatchObject({ status: 400 });
  });

  test('that are days are the community’s, the last one included', async () => {
    const shanghai = await testApi(db, { TIME_ZONE: 'Asia/Shanghai' });
    const reader = await shanghai.as(10_000);
    const add = (at: string) =>
      db.execute(
        sql`
          insert into action_log (actor_id, action, target_name, created_at)
          values (10000, 'test.days', 'days', ${at}::timestamptz)`,
      );
    for (const at of [
      '2003-05-05 23:59:59.9+08',
      '2003-05-06 00:00:00+08',
      '2003-05-06 23:59:59.9+08',
      '2003-05-07 00:00:00.1+08',
    ])
      await add(at);
    const times = async (query: string) =>
      (
        await reader.call<{ data: { created_at: string }[] }>(
          'GET',
          `/api/v2/moderation/log?action=test.days&${query}`,
        )
      ).body.data.map((one) => one.created_at);
    expect(await times('from=2003-05-06&to=2003-05-06')).toEqual([
      '2003-05-06T15:59:59.900Z',
      '2003-05-05T16:00:00.000Z',
    ]);
    expect(await times(`from=${encodeURIComponent('2003-05-06T00:00:00+08:00')}`)).toHaveLength(3);
  });
});

describe('[R21] how often', () => {
  const browser = async (userId: number) => {
    const token = await createSession(db, {
      userId,
      kind: 'site',
      ip: '127.0.0.1',
      userAgent: 'test',
    });
    return {
      cookie: `bbs=${token}; XSRF-TOKEN=${xsrfTokenOf(token)}; member=1`,
      'x-xsrf-token': xsrfTokenOf(token),
    };
  };

  test('somebody reads is limited, generously, and who is beyond it is told how long to wait', async () => {
    const limited = await testApi(db, { RATE_LIMITS: 'on' });
    const statuses = [];
    for (let time = 0; time < 601; time++)
      statuses.push((await limited.send('GET', '/api/v2/public/user/tags?user_id=10000')).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    const refused = await limited.call('GET', '/api/v1/forum/theme?forum_id=1');
    expect(refused).toMatchObject({ status: 429, body: { err_code: 'tooMany' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(
      (await (await limited.as(MEMBER)).call('GET', '/api/v1/forum/theme?forum_id=1')).status,
      'others read on',
    ).toBe(200);
  });

  test('logins are begun is limited', async () => {
    const limited = await testApi(db, { RATE_LIMITS: 'on' });
    const answers = await Promise.all(
      Array.from({ length: 125 }, () => limited.send('GET', '/api/v1/login')),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  test('looks are counted for who names another browser each time', async () => {
    const limited = await testApi(db, { RATE_LIMITS: 'on' });
    const { rows } = await db.execute<{ id: number; views: number }>(
      sql`
        select t.id, t.views_cnt as views
        from thread t
        join forum f on f.id = t.forum_id
        where t.state = 'normal' and t.checked and f.access = 'public'
        order by t.id
        limit 1`,
    );
    const { id, views } = rows[0] as { id: number; views: number };
    const answers = [];
    for (let time = 0; time < 300; time++)
      answers.push(
        (
          await limited.send('GET', `/api/v1/thread/info?id=${id}`, undefined, {
            'user-agent': `browser ${time}`,
          })
        ).status,
      );
    expect(new Set(answers), 'reading goes on').toEqual(new Set([200]));
    const [after] = (
      await db.execute<{ views: number }>(
        sql`select views_cnt as views from thread where id = ${id}`,
      )
    ).rows;
    expect((after?.views ?? 0) - views).toBe(240);
  });

  test(`a person has ${TOKENS_MAX} tokens, however many are asked for at once`, async () => {
    const busy = createDb({ kind: 'maintenance', url: databaseUrl, pool: 30 });
    const many = await testApi(busy);
    const headers = { ...json, ...(await browser(10_006)) };
    const asked = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        many.send(
          'POST',
          '/api/v1/user/token',
          JSON.stringify({ name: `t${at}`, scopes: ['read'], days: 30 }),
          headers,
        ),
      ),
    );
    const codes = await Promise.all(
      asked.map(async (reply) => ((await reply.json()) as { code: number }).code),
    );
    expect(codes.filter((code) => code === 0)).toHaveLength(TOKENS_MAX);
    const [{ count } = { count: 0 }] = (
      await db.execute<{ count: number }>(
        sql`
          select count(*)::int as count
          from access_token
          where user_id = 10006 and revoked_at is null`,
      )
    ).rows;
    expect(count).toBe(TOKENS_MAX);
    await busy.$client.end();
  });

  test('a person has 100 drafts, and one of each reply, however many are saved at once', async () => {
    const busy = createDb({ kind: 'maintenance', url: databaseUrl, pool: 30 });
    const person = await (await testApi(busy)).as(10_007);
    const save = (body: object) =>
      person.call<{ code: number; data: { id: number } }>('POST', '/api/v1/thread/draft', body);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => save({ thread_id: 1, message: '<p>one</p>' })),
    );
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1);
    await Promise.all(Array.from({ length: 160 }, (_, at) => save({ subject: `draft ${at}` })));
    const [{ count } = { count: 0 }] = (
      await db.execute<{ count: number }>(
        sql`select count(*)::int as count from draft where user_id = 10007`,
      )
    ).rows;
    expect(count).toBe(100);
    await busy.$client.end();
  });
});

describe('[R21] one address', () => {
  test('has so many calls answered at once; others have theirs, and the event stream isn’t counted', async () => {
    const { url, port } = await served({ TRUST_PROXY: '1' }, 1_000);
    const held = Array.from({ length: 5 }, () =>
      raw(
        port,
        'POST /api/v1/captcha/solve HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.9\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
      ),
    );
    const from = (address: string, path = '/api/v1/forum/rows') =>
      fetch(url + path, { headers: { 'x-forwarded-for': address, 'accept-language': 'en' } });
    await expect.poll(async () => (await from('203.0.113.9')).status).toBe(429);
    expect(await (await from('203.0.113.9')).json()).toMatchObject({
      code: 429,
      err_code: 'tooMany',
      msg: expect.stringContaining('try again'),
    });
    expect((await from('203.0.113.9', '/api/v1/user/events')).status).toBe(401);
    expect((await from('203.0.113.10')).status).toBe(200);
    await Promise.all(held);
    await expect.poll(async () => (await from('203.0.113.9')).status).toBe(200);
  });

  test('has so many connections, and fewer that say nothing', async () => {
    const server = createServer((_, response) => void response.end('ok'));
    limitConnections(server, {
      ...ARRIVALS,
      connections: 6,
      silent: 3,
      proxies: 0,
      exempt: () => false,
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    /** A connection; what comes of it: 'ok' or 'closed'. */
    const open = (says = '') => {
      const socket = connect(port, '127.0.0.1', () => says && socket.write(says));
      socket.on('error', () => {});
      const outcome = new Promise<string>((resolve) => {
        socket.on('data', (chunk) => resolve(chunk.toString().includes('ok') ? 'ok' : 'other'));
        socket.on('close', () => resolve('closed'));
      });
      return { socket, outcome };
    };
    const get = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
    const talking = [open(get), open(get), open(get)];
    expect(await Promise.all(talking.map(({ outcome }) => outcome))).toEqual(['ok', 'ok', 'ok']);
    const quiet = [open(), open(), open()];
    await expect
      .poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))))
      .toBe(6);
    expect(await open(get).outcome, 'a seventh').toBe('closed');
    talking[0]?.socket.destroy();
    await expect
      .poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))))
      .toBe(5);
    expect(await open(get).outcome, 'a fourth that has said nothing yet').toBe('closed');
    quiet[0]?.socket.destroy();
    await expect
      .poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))))
      .toBe(4);
    expect(await open(get).outcome).toBe('ok');
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
