import { OpenAPIHono } from '@hono/zod-openapi';
import { expect, test } from 'vitest';
import { answerCalls } from '#api/http/answer-calls.ts';
import type { ApiEnv, Deps } from '#api/http/context.ts';
import { handleError } from '#api/http/errors.ts';
import type { Actor } from '#auth/actor.ts';
import { AppError } from '#contracts/errors.ts';

/** An answer's JSON, without rate limits; by default for a visitor. */
async function ask(
  routes: OpenAPIHono<ApiEnv>,
  path: string,
  init?: RequestInit,
  actor: Actor | null = null,
) {
  const app = new OpenAPIHono<ApiEnv>();
  app.use(async (c, next) => {
    c.set('deps', { env: { RATE_LIMITS: 'off' } } as Deps);
    c.set('actor', actor);
    await next();
  });
  app.route('/', routes);
  const response = await app.request(path, init);
  return { status: response.status, body: await response.json() };
}

test('[unit] a handler gets the parsed input, and returns the reply’s fields except for code and msg', async () => {
  const routes = answerCalls({
    'GET /v1/thread/offset': (_, { query }) => ({ offset: query.id + query.page_size }),
    'GET /v1/captcha/work': () => ({}) as never,
    'GET /v2/public/user/tags': () => [],
    'POST /mail/returned': () => 'not a part of the reply',
  });
  expect(await ask(routes, '/v1/thread/offset?id=7')).toEqual({
    status: 200,
    body: { code: 0, msg: 'ok', offset: 17 },
  });
  expect((await ask(routes, '/v1/captcha/work?captcha_id=popup')).body).toEqual({
    code: 0,
    msg: 'ok',
    data: {},
  });
  expect((await ask(routes, '/v2/public/user/tags?user_id=7')).body).toEqual([]);
  expect((await ask(routes, '/mail/returned', { method: 'POST' })).body).toEqual({
    code: 0,
    msg: 'ok',
  });
});

test('[unit] a check of a route’s own is made before anything of the request is read', async () => {
  const routes = answerCalls({
    'GET /v1/thread/offset': [
      (c) => Promise.resolve(c.json({ first: true })),
      () => ({ offset: 0 }),
    ],
  });
  expect((await ask(routes, '/v1/thread/offset?id=nothing')).body).toEqual({ first: true });
});

test('[unit] the description of a call says 401 where its right needs a login', () => {
  const routes = answerCalls({ 'GET /v1/user/ban': () => null, 'GET /v1/forum': () => [] });
  const { paths = {} } = routes.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: '', version: '' },
  });
  expect(paths['/v1/user/ban']?.get?.responses).toMatchObject({
    401: { description: 'Not logged in' },
  });
  expect(paths['/v1/forum']?.get?.responses).not.toHaveProperty('401');
});

const administrator = { userId: 7, groupId: 10_000, scopes: ['moderate'] } as unknown as Actor;

test('[unit] a table’s call has the filters, orders and page of its entry, and another call its file', async () => {
  const routes = answerCalls({
    'GET /v2/admin/words': {
      page: (_, { query, actorId }) => ({ ...query, actorId }) as never,
      file: (c, { query, actorId }) => c.json({ ...query, actorId }),
    },
  });
  const query = { enabled: '1', sort: '-updated_at', offset: 5, limit: 25 };
  for (const path of ['/v2/admin/words', '/v2/admin/words.csv'])
    expect(await ask(routes, `${path}?enabled=1&offset=5`, {}, administrator)).toEqual({
      status: 200,
      body: { ...query, actorId: 7 },
    });
});

test('[unit] a handler gets the number in its path', async () => {
  const routes = answerCalls({ 'GET /v2/admin/jobs/{id}': (_, { id }) => ({ id }) as never });
  expect((await ask(routes, '/v2/admin/jobs/12', {}, administrator)).body).toEqual({ id: 12 });
});

test('[ops] the log names the right that a refused call lacked', async () => {
  const logged: object[] = [];
  const log = { warn: (fields: object) => logged.push(fields), info: () => undefined };
  const app = new OpenAPIHono<ApiEnv>();
  app.onError(handleError);
  app.get('/v1/refused', (c) => {
    c.set('deps', { log } as unknown as Deps);
    c.set('right', 'thread.mark');
    throw new AppError('forbidden');
  });
  expect((await app.request('/v1/refused')).status).toBe(403);
  expect(logged).toEqual([
    expect.objectContaining({ method: 'GET', path: '/v1/refused', right: 'thread.mark' }),
  ]);
});
