import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { MAX_COMMENT_CHARACTERS, MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import { MAX_JSON_BYTES, maxJsonBytes } from '#platform/limits.ts';
import { JSON_HEADERS, sendRaw, serveApi as servedFrom } from '../support/api-on-socket.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Bodies are limited before they are processed, and the client still receives the refusal. */

const MEMBER = PEOPLE.member;
const { db } = await demoDatabase();
const api = await testApi(db);
const member = await api.as(MEMBER);
const admin = await api.as(PEOPLE.administrator);

const LARGE = {
  zh: '内容过大，请缩短或压缩后再试',
  en: 'This is too large. Please shorten or compress it.',
};
const served = (variables?: Record<string, string>, bodyMs?: number) =>
  servedFrom(db, variables, bodyMs === undefined ? {} : { bodyMs });

describe('[R21] a body', () => {
  test('that is larger than its call takes is refused before it is parsed, in the reader’s language', async () => {
    const body = `{"id":"x","captcha_id":"popup","track":[${'[0,0,0],'.repeat(1_500_000)}[0,0,0]]}`;
    for (const language of ['zh', 'en'] as const) {
      const reply = await api.send('POST', '/api/v1/captcha/solve', body, {
        ...JSON_HEADERS,
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
      JSON.stringify('字'.repeat(MAX_MESSAGE_CHARACTERS)),
      escaped('字', MAX_MESSAGE_CHARACTERS),
      escaped('😀', MAX_MESSAGE_CHARACTERS / 2),
    ]) {
      const body = `{"thread_id":0,"message":${message}}`;
      expect(body.length).toBeLessThanOrEqual(maxJsonBytes(MAX_MESSAGE_CHARACTERS));
      const saved = await member.send('POST', '/api/v1/thread/draft', body, JSON_HEADERS);
      expect([saved.status, await saved.json()]).toMatchObject([200, { code: 0 }]);
    }
    expect(
      (
        await member.send(
          'POST',
          '/api/v1/thread/draft',
          `{"message":"${'x'.repeat(maxJsonBytes(MAX_MESSAGE_CHARACTERS))}"}`,
          JSON_HEADERS,
        )
      ).status,
    ).toBe(413);
    expect(
      (
        await member.send(
          'POST',
          '/api/v1/post/comment',
          `{"post_id":1,"message":"${'x'.repeat(maxJsonBytes(MAX_COMMENT_CHARACTERS))}"}`,
          JSON_HEADERS,
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
  ])('with %s is too large, with any bytes', async (_, body) => {
    expect(body.length).toBeLessThan(MAX_JSON_BYTES);
    expect((await api.send('POST', '/api/v1/captcha/solve', body, JSON_HEADERS)).status).toBe(413);
    expect((await member.send('POST', '/api/v1/thread/draft', body, JSON_HEADERS)).status).toBe(
      413,
    );
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
    const answer = await sendRaw(
      port,
      'POST /api/v1/captcha/solve HTTP/1.1\r\nhost: x\r\nconnection: close\r\naccept-language: en\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
      [...Array.from({ length: 300 }, () => chunk), '0\r\n\r\n'],
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain(LARGE.en);
    const declared = await sendRaw(
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
    const slow = sendRaw(
      port,
      'POST /api/v1/captcha/solve HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"id":',
    );
    expect((await fetch(`${url}/api/v1/forum/rows`)).status).toBe(200);
    expect(await slow).toBe('');
    expect(log.filter((line) => line.startsWith('error'))).toEqual([]);
  });

  test('that isn’t JSON is a 400 for every caller, and no error of ours', async () => {
    const { url, log } = await served();
    for (let time = 0; time < 50; time++) {
      const reply = await fetch(`${url}/api/v1/captcha/solve`, {
        method: 'POST',
        headers: JSON_HEADERS,
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

test('[R21] a compressed body is refused: its decompressed size has no limit', async () => {
  const { url } = await served();
  const headers = { ...JSON_HEADERS, ...member.authorization };
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
    'is refused, not corrected: %s, with and without a length',
    async (_, bytes) => {
      const body = Buffer.concat([Buffer.from('{"desc":"'), Buffer.from(bytes), Buffer.from('"}')]);
      const member = await api.as(MEMBER);
      const { url } = await served();
      for (const whole of [body, new Blob([body]).stream()]) {
        const reply = await fetch(`${url}/api/v1/user/info`, {
          method: 'PUT',
          headers: { ...JSON_HEADERS, ...member.authorization },
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
    [
      'POST',
      '/api/v1/user/crime',
      { user_id: PEOPLE.thirdMember, action: 1, reason: '\0' },
      'reason',
    ],
  ])('is refused by %s %s, which names the field', async (method, path, body, field) => {
    expect(await admin.call(method, path, body)).toMatchObject({
      status: 400,
      body: { err_code: 'malformed', err_payload: [{ field }] },
    });
  });

  test('is refused in addresses, and omitted from search words', async () => {
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
