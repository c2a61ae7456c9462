import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import type { Puzzle, WorkChallenge } from '#contracts/wire/captcha.ts';
import { readEnv } from '#platform/env.ts';
import { handMovement, readGap, solveWork } from '../support/captcha-slide.ts';
import { member as newMember } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* The built-in captcha (R32), from the picture to the calls that it allows. */

const { db } = await demoDatabase();
const api = await testApi(db, { CAPTCHA_PROVIDER: 'builtin' });

type Reply<T = unknown> = {
  code: number;
  err_code?: string;
  err_payload?: { left?: number };
  data: T;
};

/** Calls as a logged-in browser. */
async function browserOf(userId: number, on = api): Promise<Pick<Caller, 'call'>> {
  const token = await createSession(db, { userId, kind: 'site', ip: '', userAgent: '' });
  const headers = {
    cookie: `bbs=${token}; XSRF-TOKEN=${deriveXsrfToken(token)}`,
    'x-xsrf-token': deriveXsrfToken(token),
  };
  return {
    call: (method, path, body, more = {}) => on.call(method, path, body, { ...headers, ...more }),
  };
}

// A higher level could search without a captcha.
await db.execute(sql`update "user" set level_id = 1`);
const member = await browserOf(PEOPLE.member);
const other = await browserOf(PEOPLE.fourthMember);

// A test's solved captcha must not count for the next test.
beforeEach(async () => void (await db.execute(sql`delete from captcha_grant`)));
const endPasses = () => db.execute(sql`update captcha_grant set expires_at = now()`);

const puzzle = async (by: Pick<Caller, 'call'>, kind = 'popup'): Promise<Puzzle> =>
  (await by.call<Reply<Puzzle>>('GET', `/api/v1/captcha?captcha_id=${kind}`)).body.data;
const answer = async (by: Pick<Caller, 'call'>, body: object) =>
  (await by.call<Reply<{ validate: string }>>('POST', '/api/v1/captcha/solve', body)).body;

async function slide(
  by: Pick<Caller, 'call'>,
  kind = 'popup',
  off = 0,
): Promise<Reply<{ validate: string }>> {
  const shown = await puzzle(by, kind);
  const x = (await readGap(db, shown.id)) + off;
  return answer(by, {
    id: shown.id,
    captcha_id: kind,
    x,
    track: handMovement(x),
    work: await solveWork(shown),
  });
}

/** Searches with a solved captcha. */
const search = async (
  by: Pick<Caller, 'call'>,
  validate: string,
  keyword: string,
  id = 'bound',
  more = '',
) =>
  (
    await by.call<Reply>(
      'GET',
      `/api/v1/search?keyword=${encodeURIComponent(keyword)}${more}`,
      undefined,
      { 'x-captcha-id': id, 'x-captcha-validate': validate },
    )
  ).body;

let count = 0;
const word = () => `词${++count}x${Math.random().toString(36).slice(2, 7)}`;

test('[R32] the picture differs each time, isn’t cached, and doesn’t reveal the gap', async () => {
  const { body, headers } = await member.call<Reply<Puzzle>>(
    'GET',
    '/api/v1/captcha?captcha_id=popup',
  );
  expect(headers.get('cache-control')).toBe('no-store');
  const fields = Object.keys(body.data).sort();
  expect(fields).toEqual(['challenge', 'expires_in', 'id', 'picture', 'piece', 'y']);
  expect(body.data.picture).toMatch(/^data:image\/webp;base64,/);
  expect((await puzzle(member)).picture).not.toBe(body.data.picture);
  expect((await member.call('GET', '/api/v1/captcha?captcha_id=nothing')).status).toBe(400);
});

test('[R32] a right slide gives a solution for one use', async () => {
  const { code, data } = await slide(member, 'bound');
  expect(code).toBe(0);
  expect(await search(member, data.validate, word())).toMatchObject({ code: 0 });
  await endPasses();
  expect(await search(member, data.validate, word())).toMatchObject({
    code: 3,
    err_code: 'captcha',
  });
});

test('[R32] a picture allows five tries, also parallel ones', async () => {
  const { id } = await puzzle(member);
  const x = await readGap(db, id);
  const off = x - 30;
  const answers = await Promise.all(
    Array.from({ length: 7 }, () =>
      answer(member, { id, captcha_id: 'popup', x: off, track: handMovement(off) }),
    ),
  );
  expect(answers.map(({ err_code }) => err_code).sort()).toEqual([
    ...Array(5).fill('captcha'),
    ...Array(2).fill('expired'),
  ]);
  expect(
    answers.map(({ err_payload }) => err_payload?.left).filter((left) => left !== undefined),
  ).toHaveLength(5);
  expect(
    await answer(member, { id, captcha_id: 'popup', x, track: handMovement(x) }),
  ).toMatchObject({ err_code: 'expired' });
});

test('[R32] the right place without a hand’s movement is wrong; a few pixels off with one is right', async () => {
  const begin = async () => {
    const shown = await puzzle(member);
    return {
      id: shown.id,
      captcha_id: 'popup',
      work: await solveWork(shown),
      x: await readGap(db, shown.id),
    };
  };
  const [first, second] = [await begin(), await begin()];
  expect(await answer(member, { ...first, track: [[0, 0, 0]] })).toMatchObject({
    err_code: 'captcha',
    err_payload: { left: 4 },
  });
  expect(await answer(member, first)).toMatchObject({
    err_code: 'captcha',
    err_payload: { left: 3 },
  });
  expect(
    await answer(member, { ...second, x: second.x + 9, track: handMovement(second.x + 9) }),
  ).toMatchObject({ err_code: 'captcha' });
  expect(
    await answer(member, { ...second, x: second.x + 4, track: handMovement(second.x + 4) }),
  ).toMatchObject({ code: 0 });
  expect(await answer(member, { ...second, track: handMovement(second.x) })).toMatchObject({
    err_code: 'expired',
  });
});

test('[R32] a slide without the machine’s work, with another picture’s or with an odd one is wrong', async () => {
  const odd = [
    undefined,
    { counter: 0, derivedKey: '' },
    { counter: 1, derivedKey: 'zz' },
    { counter: 4_294_967_295, derivedKey: 'f'.repeat(255) },
    await solveWork(await puzzle(member)),
  ];
  for (const work of odd) {
    const { id } = await puzzle(member);
    const x = await readGap(db, id);
    expect(
      await answer(member, { id, captcha_id: 'popup', x, track: handMovement(x), work }),
    ).toMatchObject({ err_code: 'captcha' });
  }
});

test('[R32] the machine’s work gets harder for an address and an account that were wrong again and again, and easier an hour later', async () => {
  /**
   * Number of guesses for the proof of work. Light work takes 3 to 6 at the lowest level, and twice
   * as many at each further one.
   */
  const guesses = async (by: Pick<Caller, 'call'>) =>
    (await solveWork(await puzzle(by, 'bound'))).counter;
  for (const by of [api, member]) {
    await db.execute(sql`delete from rate_limit`);
    expect(await guesses(by)).toBeLessThanOrEqual(6);
    for (let wrong = 0; wrong < 6; wrong++) {
      const { id } = await puzzle(by, 'bound');
      await answer(by, { id, captcha_id: 'bound', x: 10, track: handMovement(10) });
    }
    // The account is remembered at any address.
    if (by === member)
      await db.execute(sql`delete from rate_limit where key like 'captcha-failed:a%'`);
    expect(await guesses(by)).toBeGreaterThanOrEqual(12);
    await db.execute(sql`update rate_limit set expire = 0 where key like 'captcha-failed%'`);
    expect(await guesses(by)).toBeLessThanOrEqual(6);
  }
});

test('[R32] another session, another captcha’s id and an invented id are invalid', async () => {
  const shown = await puzzle(member, 'bound');
  const x = await readGap(db, shown.id);
  const body = {
    id: shown.id,
    captcha_id: 'bound',
    x,
    track: handMovement(x),
    work: await solveWork(shown),
  };
  expect(await answer(other, body)).toMatchObject({ err_code: 'expired' });
  expect(await answer(member, { ...body, captcha_id: 'popup' })).toMatchObject({
    err_code: 'expired',
  });
  expect(await answer(member, { ...body, id: 'nobody' })).toMatchObject({ err_code: 'expired' });
  const { data } = await answer(member, body);
  expect(await search(other, data.validate, word())).toMatchObject({ err_code: 'captcha' });
  expect(await search(member, data.validate, word(), 'popup')).toMatchObject({
    err_code: 'captcha',
  });
  expect(await search(api, data.validate, word())).toMatchObject({ err_code: 'captcha' });
  expect(await search(member, data.validate, word())).toMatchObject({ code: 0 });
  await endPasses();
  const popup = await slide(member, 'popup');
  expect(await search(member, popup.data.validate, word())).toMatchObject({ err_code: 'captcha' });
});

test('[R32] the picture and its solution expire after two minutes', async () => {
  const age = (id: string) =>
    db.execute(
      sql`update captcha set expires_at = expires_at - interval '121 seconds' where id = ${id}`,
    );
  const { id } = await puzzle(member, 'bound');
  const x = await readGap(db, id);
  const { rows } = await db.execute(
    sql`
      select round(extract(epoch from expires_at - created_at)) as lives
      from captcha
      where id = ${id}`,
  );
  expect(Number(rows[0]?.lives)).toBe(120);
  await age(id);
  expect(
    await answer(member, { id, captcha_id: 'bound', x, track: handMovement(x) }),
  ).toMatchObject({ err_code: 'expired' });
  const again = await puzzle(member, 'bound');
  const there = await readGap(db, again.id);
  const { data } = await answer(member, {
    id: again.id,
    captcha_id: 'bound',
    x: there,
    track: handMovement(there),
    work: await solveWork(again),
  });
  await age(again.id);
  expect(await search(member, data.validate, word())).toMatchObject({ err_code: 'captcha' });
});

/** The most recent pass. */
const readPass = async () =>
  (
    await db.execute(sql`
      select uses, max_uses, round(extract(epoch from expires_at - now()) / 60) as minutes
      from captcha_grant
      order by expires_at desc
      limit 1`)
  ).rows[0];

test('[R31] [R32] a visitor’s captcha is valid for thirty searches in half an hour, with any keywords', async () => {
  const refused = await api.call('GET', '/api/v1/search?keyword=test');
  expect([refused.status, refused.body]).toEqual([
    200,
    expect.objectContaining({ code: 3, err_code: 'captcha' }),
  ]);
  const { data } = await slide(api, 'bound');
  for (const more of ['', '&offset=1', '&filter_order=created_at'])
    expect(await search(api, data.validate, word(), 'bound', more)).toMatchObject({ code: 0 });
  expect(await readPass()).toEqual({ uses: 3, max_uses: 30, minutes: '30' });
  // The pass belongs to the client that solved it: another visitor at the address has none.
  expect(await search(api, 'made-up', word())).toMatchObject({ err_code: 'captcha' });
  expect(await search(api, data.validate, word(), 'popup')).toMatchObject({ err_code: 'captcha' });
  await db.execute(sql`update captcha_grant set uses = 29`);
  expect(await search(api, data.validate, word())).toMatchObject({ code: 0 });
  expect(await search(api, data.validate, word())).toMatchObject({ err_code: 'captcha' });
  await db.execute(sql`update captcha_grant set uses = 1, expires_at = now()`);
  expect(await search(api, data.validate, word())).toMatchObject({ err_code: 'captcha' });
});

test('[R31] [R32] a visitor’s pass follows them to two further addresses, and no further', async () => {
  const behindProxy = await testApi(db, { CAPTCHA_PROVIDER: 'builtin', TRUST_PROXY: '1' });
  const visitorAt = (address: string): Pick<Caller, 'call'> => ({
    call: (method, path, body, headers) =>
      behindProxy.call(method, path, body, { ...headers, 'x-forwarded-for': address }),
  });
  const { data } = await slide(visitorAt('203.0.113.1'), 'bound');
  const searchAt = async (address: string) =>
    (await search(visitorAt(address), data.validate, word())).err_code;
  expect(await searchAt('203.0.113.2')).toBe('captcha');
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.1'])
    expect([address, await searchAt(address)]).toEqual([address, undefined]);
  expect(await searchAt('203.0.113.4')).toBe('captcha');
});

test('[R31] [R32] a member solves one a day, on whichever device; a newcomer one for thirty searches, unless they have read here for a week', async () => {
  const reader = await newMember(db);
  const here = await browserOf(reader);
  const { data } = await slide(here, 'bound');
  expect(await search(here, data.validate, word())).toMatchObject({ code: 0 });
  expect(await readPass()).toMatchObject({ max_uses: 1_000, minutes: '1440' });
  expect(await search(await browserOf(reader), '', word())).toMatchObject({ code: 0 });
  expect(await search(other, data.validate, word())).toMatchObject({ err_code: 'captcha' });
  await db.execute(sql`delete from captcha_grant`);
  await db.execute(
    sql`update "user" set created_at = now() - interval '6 days' where id = ${reader}`,
  );
  const again = await slide(here, 'bound');
  expect(await search(here, again.data.validate, word())).toMatchObject({ code: 0 });
  expect(await readPass()).toMatchObject({ max_uses: 30, minutes: '30' });
  expect(await search(await browserOf(reader), '', word())).toMatchObject({ code: 0 });
});

test('[R31] a member of level 2 searches without a captcha', async () => {
  const reader = await newMember(db);
  await db.execute(sql`update "user" set level_id = 2 where id = ${reader}`);
  expect(await search(await browserOf(reader), '', word())).toMatchObject({ code: 0 });
});

test('[R32] [R42] work of the machine gives the same, and only when it is done', async () => {
  const work = async () =>
    (await member.call<Reply<WorkChallenge>>('GET', '/api/v1/captcha/work?captcha_id=bound')).body
      .data;
  const wrong = await work();
  expect(
    await answer(member, {
      id: wrong.id,
      captcha_id: 'bound',
      work: { counter: 5, derivedKey: '00ff' },
    }),
  ).toMatchObject({ err_code: 'captcha' });
  expect(
    await answer(member, { id: wrong.id, captcha_id: 'bound', x: 100, track: handMovement(100) }),
  ).toMatchObject({ err_code: 'captcha', err_payload: { left: 3 } });
  const right = await work();
  const done = await solveWork(right);
  expect(
    await answer(member, { id: (await work()).id, captcha_id: 'bound', work: done }),
  ).toMatchObject({ err_code: 'captcha' });
  const { code, data } = await answer(member, { id: right.id, captcha_id: 'bound', work: done });
  expect(code).toBe(0);
  expect(await search(member, data.validate, word())).toMatchObject({ code: 0 });
});

test('[R32] solving is limited in rate', async () => {
  const strict = await testApi(db, { CAPTCHA_PROVIDER: 'builtin', RATE_LIMITS: 'on' });
  const body = { id: 'none', captcha_id: 'popup', x: 10, track: [] };
  const answers = await Promise.all(
    Array.from({ length: 91 }, () => strict.call('POST', '/api/v1/captcha/solve', body)),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('[R32] malformed values are refused before they are checked', async () => {
  for (const body of [
    {},
    { id: 'x', captcha_id: 'popup', x: 1e9 },
    { id: 'x', captcha_id: 'popup', track: Array(601).fill([1, 1, 1]) },
    { id: 'x', captcha_id: 'popup', track: [['a', 1, 1]] },
    { id: 'x', captcha_id: 'popup', work: { counter: -1, derivedKey: 'a' } },
  ]) {
    expect((await member.call('POST', '/api/v1/captcha/solve', body)).status).toBe(400);
  }
  const { body } = await member.call<Reply>('GET', '/api/v1/captcha/config');
  expect(body.data).toEqual({
    provider: 'builtin',
    popup: 'popup',
    bound: 'bound',
    servers: ['/v1/captcha'],
  });
  const none = await testApi(db);
  expect((await none.call<Reply>('GET', '/api/v1/captcha/config')).body.data).toMatchObject({
    provider: 'none',
  });
  expect((await none.call('GET', '/api/v1/captcha?captcha_id=popup')).status).toBe(404);
  expect(await search(none, '', '内核')).toMatchObject({ code: 0 });
});

test('[R32] light work is for tests: no site that others reach has it', () => {
  expect(() => readEnv({ SITE_URL: 'https://forum.example', CAPTCHA_WORK: 'light' })).toThrow(
    /CAPTCHA_WORK=light .* https:\/\/forum\.example/,
  );
  expect(readEnv({ SITE_URL: 'https://forum.example' }).CAPTCHA_WORK).toBe('full');
});
