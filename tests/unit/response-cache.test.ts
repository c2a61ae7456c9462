import { gunzipSync } from 'node:zlib';
import { type Context, Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiEnv, CacheGeneration, Deps } from '#api/http/context.ts';
import { cacheResponses, recordWrites } from '#api/http/middleware/response-cache.ts';
import type { Actor } from '#auth/actor.ts';
import { PEOPLE } from '../support/people.ts';

let read = 0;
let heard: number | undefined;
let actor: Actor | null;
let deps: Deps;
let away = false;
let app: Hono<ApiEnv>;

const cacheGeneration: CacheGeneration = {
  get current() {
    return heard;
  },
  advance: () => void (heard = (heard ?? 0) + 1),
};

beforeEach(() => {
  read = 0;
  heard = 1;
  actor = null;
  away = false;
  deps = { cacheGeneration } as Deps;
  app = new Hono<ApiEnv>();
  app.use(async (c, next) => {
    c.set('deps', deps);
    c.set('actor', actor);
    c.set('lang', c.req.header('accept-language') === 'en' ? 'en' : 'zh');
    await next();
  });
  app.use('/api/*', recordWrites());
  app.use('/api/list', cacheResponses());
  app.onError((_, c) => c.json({ code: 503 }, 503, { 'retry-after': '5' }));
  app.get('/api/list', (c) => {
    if (away) throw new Error('the database is away');
    return answer(c);
  });
  app.post('/api/post', (c) => c.json({ ok: true }));
  app.post('/api/thread/view', (c) => c.json({ ok: true }));
  app.post('/api/refused', (c) => c.json({ ok: false }, 401));
  app.post('/api/failed', (c) => c.json({ ok: false }, 503));
});
afterEach(() => void vi.useRealTimers());

const answer = (c: Context<ApiEnv>) =>
  c.req.query('id') === '0'
    ? c.json({ code: 404 }, 404)
    : c.json({ id: c.req.query('id'), lang: c.var.lang, times: ++read, text: '字'.repeat(200) });

const ask = async (query = '?id=1', headers: Record<string, string> = {}) => {
  const response = await app.request(`/api/list${query}`, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  await new Promise(setImmediate); // cached answers are compressed asynchronously
  return {
    response,
    body: JSON.parse(
      (response.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes).toString(),
    ) as { times: number; lang: string },
  };
};

/** Calls until the reply comes from the cache. */
const keep = async () => {
  const readMore = async () => {
    const before = read;
    await ask();
    return read - before;
  };
  await expect.poll(readMore, { interval: 5 }).toBe(0);
  return read;
};

describe('[R39] an answer that is equal for all visitors', () => {
  test('is read once, and served to gzip clients as cached', async () => {
    const times = await keep();
    const zipped = await ask('?id=1', { 'accept-encoding': 'gzip, br' });
    expect(zipped.response.headers.get('content-encoding')).toBe('gzip');
    expect(zipped.response.headers.get('vary')).toContain('Accept-Encoding');
    expect(zipped.body.times).toBe(times);
    expect(
      (await ask('?id=1', { 'accept-encoding': 'gzip;q=0' })).response.headers.get(
        'content-encoding',
      ),
    ).toBeNull();
  });

  test('is read again after anything was written, here or elsewhere, but not after a view was counted', async () => {
    const times = await keep();
    await app.request('/api/thread/view', { method: 'POST' });
    expect((await ask()).body.times).toBe(times);
    await app.request('/api/post', { method: 'POST' });
    expect((await ask()).body.times).toBe(times + 1);
  });

  test('stays cached despite refusals, and is read again after an error, which may have written', async () => {
    const times = await keep();
    await app.request('/api/refused', { method: 'POST' });
    await app.request('/api/nowhere', { method: 'POST' });
    expect((await ask()).body.times).toBe(times);
    await app.request('/api/failed', { method: 'POST' });
    expect((await ask()).body.times).toBe(times + 1);
  });

  test('is another for each language and address', async () => {
    const times = await keep();
    expect((await ask('?id=2')).body.times).toBe(times + 1);
    expect((await ask('?id=1', { 'accept-language': 'en' })).body.lang).toBe('en');
  });

  test('isn’t cached for members, nor while writes are unknown, nor when it’s a refusal', async () => {
    await keep();
    const before = read;
    actor = { userId: PEOPLE.member } as Actor;
    expect((await ask()).body.times).toBe(before + 1);
    actor = null;
    heard = undefined;
    expect((await ask()).body.times).toBe(before + 2);
    heard = 7;
    expect((await ask('?id=0')).response.status).toBe(404);
    expect((await ask('?id=0')).response.status).toBe(404);
  });

  test('is served from the cache while the database is unavailable, of any age, but not after a write', async () => {
    const times = await keep();
    vi.useFakeTimers({ toFake: ['performance'] });
    vi.advanceTimersByTime(31_000);
    away = true;
    for (const headers of [{}, { 'accept-encoding': 'gzip' }]) {
      const { response, body } = await ask('?id=1', headers);
      expect([response.status, body.times, response.headers.get('retry-after')]).toEqual([
        200,
        times,
        null,
      ]);
    }
    heard = 2;
    const refused = await app.request('/api/list?id=1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  });

  test('isn’t cached if reads changed to the replica meanwhile', async () => {
    let switches = 0;
    const replica = {
      includesAllWrites: async () => true,
      get switches() {
        return switches++;
      },
    };
    deps = { cacheGeneration, replica } as unknown as Deps;
    for (let times = 1; times <= 3; times++) expect((await ask()).body.times).toBe(times);
  });

  test('isn’t cached from a replica that lags behind; once it has caught up it is not checked again', async () => {
    let behind = true;
    const includesAllWrites = vi.fn(async () => !behind);
    deps = {
      cacheGeneration: cacheGeneration,
      replica: { includesAllWrites, switches: 0 },
    } as unknown as Deps;
    for (let times = 1; times <= 3; times++) expect((await ask()).body.times).toBe(times);
    behind = false;
    await keep();
    const asked = includesAllWrites.mock.calls.length;
    await ask('?id=2');
    expect(includesAllWrites.mock.calls.length).toBe(asked);
    // a write that hasn't reached the replica
    behind = true;
    heard = 2;
    const before = read;
    for (let more = 1; more <= 3; more++) expect((await ask()).body.times).toBe(before + more);
    // a replica that doesn't answer counts as behind
    includesAllWrites.mockRejectedValue(new Error('away'));
    expect((await ask()).body.times).toBe(before + 4);
    expect((await ask()).body.times).toBe(before + 5);
  });
});
