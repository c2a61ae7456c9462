import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import { MAX_TOKENS_PER_USER } from '#contracts/limits.ts';
import { createDb } from '#db/client.ts';
import { ADDRESS_LIMITS, limitConnections } from '#server/address-limits.ts';
import { JSON_HEADERS, sendRaw, serveApi as servedFrom } from '../support/api-on-socket.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Request limits by user and by address, and limits of times. */

const MEMBER = PEOPLE.member;
const { db, url: databaseUrl } = await demoDatabase();
const api = await testApi(db);
const admin = await api.as(PEOPLE.administrator);
const served = (variables?: Record<string, string>, bodyMs?: number) =>
  servedFrom(db, variables, bodyMs === undefined ? {} : { bodyMs });

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
        user_id: PEOPLE.thirdMember,
        action: 2,
        reason: 'x',
        end_at: time,
      }),
    ).toMatchObject({ status: 400 });
  });

  test('that are days are the community’s, the last one included', async () => {
    const shanghai = await testApi(db, { TIME_ZONE: 'Asia/Shanghai' });
    const reader = await shanghai.as(PEOPLE.administrator);
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
      ).body.data.map(({ created_at }) => created_at);
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
      cookie: `bbs=${token}; XSRF-TOKEN=${deriveXsrfToken(token)}; member=1`,
      'x-xsrf-token': deriveXsrfToken(token),
    };
  };

  test('somebody reads is limited, generously, and who is beyond it is told how long to wait, also when the machine’s clock was put back', async () => {
    const limited = await testApi(db, { RATE_LIMITS: 'on' });
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_000 });
    const statuses = [];
    for (let time = 0; time < 601; time++)
      statuses.push((await limited.send('GET', '/api/v2/public/user/tags?user_id=10000')).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    vi.useRealTimers();
    const refused = await limited.call('GET', '/api/v1/forum/theme?forum_id=1');
    expect(refused).toMatchObject({ status: 429, body: { err_code: 'tooMany' } });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds > 0 && seconds <= 60, `${seconds}`).toBe(true);
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

  test('counts for clients that name another browser each time', async () => {
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

  test(`a person has ${MAX_TOKENS_PER_USER} tokens, however many are asked for at once`, async () => {
    const busy = createDb({ kind: 'maintenance', url: databaseUrl, maxConnections: 30 });
    const many = await testApi(busy);
    const headers = { ...JSON_HEADERS, ...(await browser(PEOPLE.otherMember)) };
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
    expect(codes.filter((code) => code === 0)).toHaveLength(MAX_TOKENS_PER_USER);
    const [{ count } = { count: 0 }] = (
      await db.execute<{ count: number }>(
        sql`
          select count(*)::int as count
          from access_token
          where user_id = ${PEOPLE.otherMember} and revoked_at is null`,
      )
    ).rows;
    expect(count).toBe(MAX_TOKENS_PER_USER);
    await busy.$client.end();
  });

  test('a person has 100 drafts, and one of each reply, however many are saved at once', async () => {
    const busy = createDb({ kind: 'maintenance', url: databaseUrl, maxConnections: 30 });
    const person = await (await testApi(busy)).as(PEOPLE.fourthMember);
    const save = (body: object) =>
      person.call<{ code: number; data: { id: number } }>('POST', '/api/v1/thread/draft', body);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => save({ thread_id: 1, message: '<p>one</p>' })),
    );
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1);
    await Promise.all(Array.from({ length: 160 }, (_, at) => save({ subject: `draft ${at}` })));
    const [{ count } = { count: 0 }] = (
      await db.execute<{ count: number }>(
        sql`select count(*)::int as count from draft where user_id = ${PEOPLE.fourthMember}`,
      )
    ).rows;
    expect(count).toBe(100);
    await busy.$client.end();
  });
});

describe('[R21] one address', () => {
  test('has so many calls answered at once; others have theirs, and the event stream isn’t counted', async () => {
    const { url, port } = await served({ TRUST_PROXY: '1' }, 3_000);
    const held = Array.from({ length: 5 }, () =>
      sendRaw(
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
      ...ADDRESS_LIMITS,
      connections: 6,
      silent: 3,
      proxies: 0,
      exempt: () => false,
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    /** A connection's outcome: 'ok' or 'closed'. */
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

  test('ends when its reader stops reading an answer; one that reads slowly continues', async () => {
    const endless = function* () {
      for (;;) yield Buffer.alloc(64 * 1024, 'x');
    };
    const server = createServer((_, response) => void Readable.from(endless()).pipe(response));
    limitConnections(server, { ...ADDRESS_LIMITS, stalledMs: 1_000, proxies: 0 });
    let accepted = 0;
    server.on('connection', () => accepted++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const ask = () =>
      connect(port, '127.0.0.1', function (this: Socket) {
        this.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      }).on('error', () => {});
    const countOpen = () =>
      new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    const slow = ask();
    slow.on('data', () => {
      slow.pause();
      setImmediate(() => slow.resume());
    });
    const stalled = ask().pause();
    await expect.poll(() => accepted).toBe(2);
    await expect.poll(countOpen, { timeout: 10_000 }).toBe(1);
    await new Promise((resolve) => slow.once('data', resolve));
    slow.destroy();
    await expect.poll(countOpen).toBe(0);
    stalled.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
});
