import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readEnv } from '#platform/env.ts';
import { createCdnClient } from '#publish/files/cdn-client.ts';
import { getTagHeader, toPurgeKeys } from '#publish/files/purge-keys.ts';

/* Cloudflare's and Fastly's API descriptions, simulated by a server of ours. */

interface Call {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: unknown;
}
const calls: Call[] = [];
let answer: { status: number; headers?: Record<string, string>; body: unknown };
const server = createServer(async (request, response) => {
  const { method, url, headers } = request;
  calls.push({ method, url, headers, body: JSON.parse((await text(request)) || 'null') });
  response
    .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    .end(JSON.stringify(answer.body));
});
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
beforeEach(() => void calls.splice(0));

const soon = () => AbortSignal.timeout(30_000);
const create = (CDN: string, ...paths: string[]) => {
  const cdn = createCdnClient(
    readEnv({
      CDN,
      CDN_URL: paths.map((path) => origin + path).join(),
      CDN_TOKEN: 'secret',
      SITE_URL: 'https://forum.example',
    }),
  );
  if (!cdn) throw new Error('There is no client.');
  return cdn;
};

test('[R39] Cloudflare gets purges by tags, and its confirmation counts', async () => {
  const cloudflare = create('cloudflare', '/client/v4/zones/0a1b');
  answer = { status: 200, body: { success: true, errors: [], result: { id: '0a1b' } } };
  await cloudflare.purge(['post-7', '/zh/forum/1'], soon());
  expect(calls).toMatchObject([
    {
      method: 'POST',
      url: '/client/v4/zones/0a1b/purge_cache',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      body: { tags: ['post-7', '/zh/forum/1'] },
    },
  ]);
  expect(cloudflare.maxKeys).toBe(100);
  answer = { status: 200, body: { success: false, errors: [{ message: 'no such zone' }] } };
  await expect(cloudflare.purge(['post-7'], soon())).rejects.toMatchObject({
    message: 'no such zone',
  });
});

test('[R39] Fastly gets purges by surrogate keys', async () => {
  const fastly = create('fastly', '/service/SU1Z0isxPaozGVKXdv0eY');
  answer = { status: 200, body: { 'post-7': '108-1391560174-974124' } };
  await fastly.purge(['post-7', '/zh/forum/1'], soon());
  expect(calls).toMatchObject([
    {
      method: 'POST',
      url: '/service/SU1Z0isxPaozGVKXdv0eY/purge',
      headers: { 'fastly-key': 'secret', accept: 'application/json' },
      body: { surrogate_keys: ['post-7', '/zh/forum/1'] },
    },
  ]);
  expect(fastly.maxKeys).toBe(256);
});

test.each([
  ['120', 120],
  [new Date(Date.now() + 60_000).toUTCString(), 60],
  ['86400', 600],
  [undefined, 0],
])('[R39] a rate-limited CDN says when to try again: %s', async (retryAfter, seconds) => {
  answer = {
    status: 429,
    body: { success: false },
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  };
  const error = await create('cloudflare', '/zones/1')
    .purge(['home'], soon())
    .catch((one: { message: string; retryAfterSeconds: number }) => one);
  expect(error).toMatchObject({ message: 'it answered 429 Too Many Requests' });
  expect(Math.abs((error?.retryAfterSeconds ?? 0) - seconds)).toBeLessThan(3);
  expect(calls.length).toBe(1);
});

test('[ops] a redirect of a CDN is not followed: the secret is for the CDN only', async () => {
  answer = { status: 307, headers: { location: `${origin}/elsewhere` }, body: {} };
  for (const name of ['cloudflare', 'fastly'])
    await expect(create(name, '/api').purge(['post-7'], soon())).rejects.toThrow();
  expect(calls.map(({ url }) => url)).toEqual(['/api/purge_cache', '/api/purge']);
});

test('[ops] a CDN without its address or its secret is refused at the start', () => {
  expect(() => readEnv({ CDN: 'fastly', CDN_TOKEN: 'x' })).toThrow(/CDN=fastly needs CDN_URL/);
  expect(() => readEnv({ CDN: 'cloudflare' })).toThrow(/CDN=cloudflare needs CDN_URL, CDN_TOKEN/);
  expect(readEnv({ CDN: 'varnish' }).CDN).toBe('varnish');
});

test('[unit] pages are purged by their address and by shared tags', () => {
  expect(getTagHeader('varnish', '/phone/zh/post/7/3')).toEqual({
    xkey: '/phone/zh/post/7/3 post-7',
  });
  expect(getTagHeader('cloudflare', '/en/user/5')).toEqual({ 'cache-tag': '/en/user/5,user-5' });
  expect(getTagHeader('fastly', '/zh')).toEqual({ 'surrogate-key': '/zh' });
  expect(getTagHeader('none', '/zh')).toEqual({});
  const paths = ['/zh/post/7', '/zh/post/7/2', '/zh/forum/1'];
  expect(toPurgeKeys(paths, ['/zh/post/7', '/en/post/7'], true)).toEqual(['post-7', '/zh/forum/1']);
  expect(toPurgeKeys(paths, ['/zh/post/7'])).toEqual(['post-7', ...paths]);
});

test('[R39] each Varnish of several gets a purge', async () => {
  answer = { status: 200, headers: { 'xkey-purged': '1' }, body: {} };
  await create('varnish', '/one', '/two').purge(['/zh/forum/1'], soon());
  expect(calls.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
    'PURGE /one/',
    'PURGE /two/',
  ]);
});

test('[R39] a purge that one Varnish of several refuses is not confirmed', async () => {
  answer = { status: 403, body: {} };
  await expect(create('varnish', '/one', '/two').purge(['/zh'], soon())).rejects.toMatchObject({
    message: 'it answered 403 Forbidden',
  });
});

test('[ops] only Varnish may be on several machines', () => {
  expect(() => create('fastly', '/service/one', '/service/two')).toThrow(
    'CDN=fastly takes one address in CDN_URL.',
  );
});
