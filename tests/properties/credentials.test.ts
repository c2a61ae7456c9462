import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import type { Puzzle } from '#contracts/wire/captcha.ts';
import { anyText, propertyRuns } from '../support/arbitraries.ts';
import { handMovement, readGap, solveWork } from '../support/captcha-slide.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Credentials and captcha passes: any altered value is refused without a server error. */

const { db } = await demoDatabase();
const api = await testApi(db, { CAPTCHA_PROVIDER: 'builtin' });
const ME = PEOPLE.member;
const token = await createSession(db, {
  userId: ME,
  kind: 'site',
  ip: '127.0.0.1',
  userAgent: 'test',
});
const xsrf = deriveXsrfToken(token);

/** Characters that a header allows. */
const headerText = fc.oneof(
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
    maxLength: 80,
  }),
  fc.string({ unit: fc.constantFrom(...'=; ,"%\\&+/-_.~AZaz09'), maxLength: 60 }),
);
/** The same text with one change. */
const alteredOf = (text: string): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc
        .tuple(fc.nat({ max: text.length - 1 }), fc.constantFrom(...'AZaz09-_=.%'))
        .map(([at, sign]) => text.slice(0, at) + sign + text.slice(at + 1)),
      fc.nat({ max: text.length - 1 }).map((length) => text.slice(0, length)),
      fc.constantFrom(...'AZaz09-_=.').map((sign) => text + sign),
      fc.constant(text.toUpperCase()),
    )
    .filter((altered) => altered !== text);

const whoIs = async (headers: Record<string, string>) =>
  api.call<{ id?: number } | null>('GET', '/api/v1/login/is_login', undefined, headers);
const change = (headers: Record<string, string>) =>
  api.call('PUT', '/api/v1/user/info', { language: 'zh' }, headers);

describe('[R17] [R21] a session', () => {
  test('is its own cookie’s alone: any other text is a visitor', async () => {
    expect((await whoIs({ cookie: `bbs=${token}` })).body?.id).toBe(ME);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(headerText, alteredOf(token)),
        fc.boolean(),
        async (text, encoded) => {
          const cookie = encoded ? encodeURIComponent(text) : text;
          fc.pre(!cookie.includes(token));
          const { status, body } = await whoIs({ cookie: `bbs=${cookie}` });
          expect([status, body]).toEqual([200, null]);
        },
      ),
      propertyRuns(300),
    );
  });

  test('writes with its own anti-forgery token alone', async () => {
    expect(
      (await change({ cookie: `bbs=${token}; XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf })).status,
    ).toBe(200);
    await fc.assert(
      fc.asyncProperty(fc.oneof(headerText, alteredOf(xsrf)), fc.boolean(), async (text, both) => {
        fc.pre(text.trim() !== xsrf && !text.includes(xsrf));
        const cookie = both && !/[;,\s"\\]/.test(text) ? text : xsrf;
        const { status } = await change({
          cookie: `bbs=${token}; XSRF-TOKEN=${cookie}`,
          origin: 'null',
          'x-xsrf-token': text,
        });
        expect(status).toBe(403);
      }),
      propertyRuns(300),
    );
  });

  test('isn’t replaced by any text after "Bearer"', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(headerText, fc.stringMatching(/^lt_[0-9A-Za-z]{30,34}$/)),
        async (text) => {
          const { status, body } = await whoIs({ authorization: `Bearer ${text}` });
          expect([401, 403]).toContain(status);
          expect(body).not.toHaveProperty('id');
        },
      ),
      propertyRuns(200),
    );
  });
});

describe('[R32] a captcha', () => {
  const headers = { cookie: `bbs=${token}; XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf };
  const json = fc.jsonValue({ maxDepth: 3 });
  const body = fc.record(
    {
      id: fc.oneof(anyText(2), json),
      captcha_id: fc.oneof(fc.constantFrom('popup', 'bound'), json),
      x: fc.oneof(fc.double(), json),
      track: fc.oneof(fc.array(fc.array(fc.double(), { maxLength: 4 }), { maxLength: 20 }), json),
      work: fc.oneof(
        fc.record({
          counter: fc.oneof(fc.integer(), fc.double(), json),
          derivedKey: fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f]{0,80}$/), json),
        }),
        json,
      ),
    },
    { requiredKeys: [] },
  );

  test('answered with anything is no error of ours and nothing solved', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, json), async (sent) => {
        const { status, body: answer } = await api.call<{ code: number }>(
          'POST',
          '/api/v1/captcha/solve',
          sent,
          headers,
        );
        expect(status).toBeLessThan(500);
        expect(answer.code).not.toBe(0);
      }),
      propertyRuns(300),
    );
  });

  test('is solved by its own answer, and by none that was altered', async () => {
    const alteration = fc.constantFrom(
      'x',
      'still',
      'straight',
      'counter',
      'key',
      'otherKey',
      'noWork',
      'kind',
      'id',
      'none',
    );
    await fc.assert(
      fc.asyncProperty(alteration, fc.integer({ min: 9, max: 60 }), async (what, by) => {
        const { data: shown } = (
          await api.call<{ data: Puzzle }>(
            'GET',
            '/api/v1/captcha?captcha_id=popup',
            undefined,
            headers,
          )
        ).body;
        const x = await readGap(db, shown.id);
        const work = await solveWork(shown);
        const right = { id: shown.id, captcha_id: 'popup', x, track: handMovement(x), work };
        const off = x > 160 ? x - by : x + by;
        const altered = {
          x: { ...right, x: off, track: handMovement(off) },
          still: { ...right, track: [[0, 0, 0]] },
          straight: {
            ...right,
            track: Array.from({ length: 20 }, (_, step) => [step * by, (x * step) / 19, 0]),
          },
          counter: {
            ...right,
            work: {
              ...work,
              counter: work.counter + by,
              derivedKey: work.derivedKey.replace(/^./, (first) => (first === '0' ? '1' : '0')),
            },
          },
          key: { ...right, work: { ...work, derivedKey: work.derivedKey.slice(0, -2) } },
          otherKey: {
            ...right,
            work: { ...work, derivedKey: '00'.repeat(work.derivedKey.length / 2) },
          },
          noWork: { id: shown.id, captcha_id: 'popup', x, track: handMovement(x) },
          kind: { ...right, captcha_id: 'bound' },
          id: { ...right, id: `${shown.id.slice(0, -1)}${shown.id.endsWith('A') ? 'B' : 'A'}` },
          none: right,
        }[what];
        const { body: answer } = await api.call<{ code: number; err_code?: string }>(
          'POST',
          '/api/v1/captcha/solve',
          altered,
          headers,
        );
        expect([what, answer.code === 0 ? 'solved' : answer.err_code]).toEqual([
          what,
          what === 'none' ? 'solved' : what === 'kind' || what === 'id' ? 'expired' : 'captcha',
        ]);
      }),
      propertyRuns(40),
    );
    await db.execute(sql`delete from rate_limit`);
  });
});
