import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { CACHED_PAGES, comparableAnswer, findFile, pageLanguage } from './nginx-pages.ts';
import type { Fronted } from './proxy-answers.ts';
import { type RawResponse, rawRequest } from './raw-request.ts';

/** Tests of a proxy of scripts/deploy after `kill` has ended our server and its dependencies. */
export function testProxyAlone(
  { site, uploadsDir, proxy }: Pick<Fronted, 'site' | 'uploadsDir' | 'proxy'>,
  kill: () => Promise<unknown>,
): void {
  const asset = () => `/assets/build/${findFile(join(site.siteDir, 'assets/build'), /\.css$/)}`;
  const upload = `/uploads/${findFile(uploadsDir, /\.\w+$/)}`;
  const readKeptPages = () =>
    Promise.all(
      CACHED_PAGES.map((path) =>
        rawRequest(proxy.url + path, { headers: { 'accept-encoding': 'br' } }),
      ),
    );
  let before: RawResponse[];
  beforeAll(async () => {
    for (const path of [...CACHED_PAGES, '/zh/error/500', '/en/error/500'])
      expect((await rawRequest(site.url + path)).status, path).toBe(200);
    before = await readKeptPages();
    await kill();
  });

  test('reading works in both languages', async () => {
    await expect(rawRequest(`${site.url}/zh`)).rejects.toThrow('ECONNREFUSED');

    const after = await readKeptPages();
    expect(after.map(comparableAnswer)).toEqual(before.map(comparableAnswer));
    expect(after.map(pageLanguage)).toEqual(['zh-CN', 'en', 'zh-CN', 'en', 'zh-CN', 'en']);
    for (const path of ['/', '/post/1'])
      expect(
        (await rawRequest(proxy.url + path, { headers: { cookie: 'language=en' } })).status,
      ).toBe(200);
    for (const path of [asset(), upload])
      expect((await rawRequest(proxy.url + path)).status).toBe(200);
  });

  test('[R2] pages that need our server say that it is unavailable, in the reader’s language', async () => {
    for (const [path, headers, lang] of [
      ['/en/post/999999', {}, 'en'],
      ['/zh/post/999999', {}, 'zh-CN'],
      ['/nothing', { 'accept-language': 'en' }, 'en'],
    ] as [string, Record<string, string>, string][]) {
      const answer = await rawRequest(proxy.url + path, {
        headers: { ...headers, 'accept-encoding': 'br' },
      });
      expect([answer.status, pageLanguage(answer)]).toEqual([503, lang]);
      expect(answer.headers).toMatchObject({
        'retry-after': '10',
        'cache-control': 'private, no-cache',
        'content-type': 'text/html; charset=utf-8',
        'x-frame-options': 'SAMEORIGIN',
      });
    }
    const call = await rawRequest(`${proxy.url}/api/v1/login/is_login`);
    expect([call.status, JSON.parse(call.body.toString())]).toEqual([
      503,
      expect.objectContaining({ code: 503, err_code: 'unavailable' }),
    ]);
    expect(call.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
  });
}
