import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApiEnv, Deps, Writes } from '#api/context.ts';
import { keptReplies, noteWrites } from '#api/middleware/kept.ts';
import type { Actor } from '#auth/actor.ts';

let read = 0;
let heard: number | undefined;
let actor: Actor | null;
let app: Hono<ApiEnv>;

const writes: Writes = {
  get count() {
    return heard;
  },
  note: () => void (heard = (heard ?? 0) + 1),
};

beforeEach(() => {
  read = 0;
  heard = 1;
  actor = null;
  app = new Hono<ApiEnv>();
  app.use(async (c, next) => {
    c.set('deps', { writes } as Deps);
    c.set('actor', actor);
    c.set('lang', c.req.header('accept-language') === 'en' ? 'en' : 'zh');
    await next();
  });
  app.use('/api/*', noteWrites());
  app.use('/api/list', keptReplies());
  app.get('/api/list', (c) => (c.req.query('id') === '0' ? c.json({ code: 404 }, 404) : c.json({ id: c.req.query('id'), lang: c.var.lang, times: ++read, text: '字'.repeat(200) })));
  app.post('/api/post', (c) => c.json({ ok: true }));
  app.post('/api/thread/view', (c) => c.json({ ok: true }));
});

const ask = async (query = '?id=1', headers: Record<string, string> = {}) => {
  const response = await app.request(`/api/list${query}`, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  await new Promise(setImmediate); // what is kept is compressed beside the answer
  return { response, body: JSON.parse((response.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes).toString()) as { times: number; lang: string } };
};

/** Asks until the reply is a kept one. */
const keep = async () => {
  const readMore = async () => {
    const before = read;
    await ask();
    return read - before;
  };
  await expect.poll(readMore, { interval: 5 }).toBe(0);
  return read;
};

describe('[R39] what every visitor is answered alike', () => {
  test('is read once, and given to those who ask for gzip as it is kept', async () => {
    const times = await keep();
    const zipped = await ask('?id=1', { 'accept-encoding': 'gzip, br' });
    expect(zipped.response.headers.get('content-encoding')).toBe('gzip');
    expect(zipped.response.headers.get('vary')).toContain('Accept-Encoding');
    expect(zipped.body.times).toBe(times);
    expect((await ask('?id=1', { 'accept-encoding': 'gzip;q=0' })).response.headers.get('content-encoding')).toBeNull();
  });

  test('is read again after anything was written, here or elsewhere, but not after a view was counted', async () => {
    const times = await keep();
    await app.request('/api/thread/view', { method: 'POST' });
    expect((await ask()).body.times).toBe(times);
    await app.request('/api/post', { method: 'POST' });
    expect((await ask()).body.times).toBe(times + 1);
  });

  test('is another for each language and address', async () => {
    const times = await keep();
    expect((await ask('?id=2')).body.times).toBe(times + 1);
    expect((await ask('?id=1', { 'accept-language': 'en' })).body.lang).toBe('en');
  });

  test('isn’t kept for members, nor while nobody can tell what is written, nor when it’s a refusal', async () => {
    await keep();
    const before = read;
    actor = { userId: 10_004 } as Actor;
    expect((await ask()).body.times).toBe(before + 1);
    actor = null;
    heard = undefined;
    expect((await ask()).body.times).toBe(before + 2);
    heard = 7;
    expect((await ask('?id=0')).response.status).toBe(404);
    expect((await ask('?id=0')).response.status).toBe(404);
  });
});
