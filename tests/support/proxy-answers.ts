import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compressSmall } from '#publish/files/compress-page.ts';
import { openPages } from '#publish/files/open-pages.ts';
import { writeCompressedForms } from '#publish/files/site-files.ts';
import {
  ACCEPT_ENCODINGS,
  COMPARED_PAGES,
  comparableAnswer,
  decodeBody,
  findFile,
  LANGUAGE_CASES,
  pageLanguage,
} from './nginx-pages.ts';
import { waitUntilCompressed } from './published-forms.ts';
import { type RawResponse, rawRequest } from './raw-request.ts';
import type { RecordingServer } from './recording-server.ts';
import type { Site } from './test-site.ts';

/* Every proxy of scripts/deploy answers as our server does and forwards the same requests. */

export interface Fronted {
  site: Site;
  uploadsDir: string;
  /** In front of the site. */
  proxy: { url: string };
  /** In front of a server that records its requests. */
  echo: { url: string };
  recorder: RecordingServer;
  /** The bucket of pages, if they are in one: the site's PAGES_URL. */
  pagesUrl?: string;
}

export function testProxyAnswers({
  site,
  uploadsDir,
  proxy,
  echo,
  recorder,
  pagesUrl,
}: Fronted): void {
  const pages = openPages({ SITE_DIR: site.siteDir, PAGES_URL: pagesUrl }, site.db);
  const write = (path: string, text: string) =>
    pages.write([{ path, plain: Buffer.from(text), replacesAside: false }]);
  /** A page of a bucket has one form: a proxy decompresses it, and doesn't know its length. */
  const comparable = (answer: RawResponse) => {
    const { headers, ...parts } = comparableAnswer(answer);
    const isDecompressed = pagesUrl && headers['content-encoding'] === undefined;
    return { ...parts, headers: isDecompressed ? { ...headers, 'content-length': '' } : headers };
  };
  const asset = () => `/assets/build/${findFile(join(site.siteDir, 'assets/build'), /\.css$/)}`;
  const upload = `/uploads/${findFile(uploadsDir, /\.\w+$/)}`;
  const both = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const own = await rawRequest(site.url + path, { headers, method });
    return { own, other: await rawRequest(proxy.url + path, { headers, method }) };
  };

  beforeAll(async () => {
    for (const path of [...COMPARED_PAGES, '/zh/error/500', '/en/error/500'])
      expect((await rawRequest(site.url + path)).status, path).toBe(200);
    await waitUntilCompressed(site.db);
  });

  test.each(COMPARED_PAGES)(
    '%s is the same as from our server, compressed or not',
    async (path) => {
      for (const [name, accept] of Object.entries(ACCEPT_ENCODINGS)) {
        const { own, other } = await both(path, { 'accept-encoding': accept });
        expect(comparable(other), name).toEqual(comparable(own));
      }
      const brotli = await rawRequest(proxy.url + path, {
        headers: { 'accept-encoding': ACCEPT_ENCODINGS.br as string },
      });
      expect(brotli.headers['content-encoding']).toBe(pagesUrl ? 'gzip' : 'br');
      expect(decodeBody(brotli)).toBe(decodeBody(await rawRequest(proxy.url + path)));
    },
  );

  test('a page that the browser has is not sent again', async () => {
    for (const accept of Object.values(ACCEPT_ENCODINGS)) {
      const first = await rawRequest(`${proxy.url}/zh/post/1`, {
        headers: { 'accept-encoding': accept },
      });
      const again = await rawRequest(`${proxy.url}/zh/post/1`, {
        headers: { 'accept-encoding': accept, 'if-none-match': first.headers.etag as string },
      });
      expect([again.status, again.body.length]).toEqual([304, 0]);
    }
  });

  test('assets and pictures come from the disk, cacheable forever', async () => {
    for (const path of [asset(), upload]) {
      for (const accept of [
        ACCEPT_ENCODINGS.br,
        ACCEPT_ENCODINGS.gzip,
        ACCEPT_ENCODINGS.identity,
      ] as string[]) {
        const { own, other } = await both(path, { 'accept-encoding': accept });
        expect([other.status, decodeBody(other) === decodeBody(own)], path).toEqual([200, true]);
        for (const name of [
          'content-type',
          // a bucket has no brotli
          ...(pagesUrl ? [] : ['content-encoding']),
          'x-content-type-options',
          'content-security-policy',
        ])
          expect([name, other.headers[name]]).toEqual([name, own.headers[name]]);
        expect(other.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      }
    }
    for (const path of ['/assets/build/none.css', '/uploads/none.webp']) {
      const { own, other } = await both(path);
      expect([other.status, pageLanguage(other)]).toEqual([404, pageLanguage(own)]);
    }
  });

  test('[R13] stickers of existing clients are pictures, under any name', async () => {
    for (const path of [
      '/assets/image/raccoon/[agree].gif',
      '/assets/image/raccoon/%5Bagree%5D.gif',
      '/assets/image/raccoon/[nobody-knows].gif',
    ]) {
      const { own, other } = await both(path);
      for (const { status, headers, body } of [own, other])
        expect([
          path,
          status,
          headers['content-type'],
          headers['cache-control'],
          String(body.subarray(0, 4)),
        ]).toEqual([path, 200, 'image/gif', 'public, max-age=3600', 'GIF8']);
      expect(other.body.equals(own.body)).toBe(true);
    }
    expect((await both('/assets/image/raccoon/none/[x].gif')).own.status).toBe(404);
  });

  test('[R1] the workers are revalidated each time, and the phone’s icons aren’t', async () => {
    for (const [path, type, cache] of [
      ['/phone-sw.js', 'text/javascript; charset=utf-8', 'public, no-cache'],
      ['/push-sw.js', 'text/javascript; charset=utf-8', 'public, no-cache'],
      ['/outbox-sw.js', 'text/javascript; charset=utf-8', 'public, no-cache'],
      ['/assets/app/icon-192.png', 'image/png', 'public, max-age=3600'],
      ['/assets/app/apple-180.png', 'image/png', 'public, max-age=3600'],
      ['/favicon.ico', 'image/vnd.microsoft.icon', 'public, max-age=3600'],
    ] as const) {
      for (const accept of Object.values(ACCEPT_ENCODINGS)) {
        const { own, other } = await both(path, { 'accept-encoding': accept });
        for (const { status, headers } of [own, other])
          expect([
            path,
            status,
            headers['content-type'],
            headers['cache-control'],
            headers['x-content-type-options'],
          ]).toEqual([path, 200, type, cache, 'nosniff']);
        expect(decodeBody(other)).toBe(decodeBody(own));
      }
    }
    expect((await both('/phone-sw.jsx')).other.status).toBe(404);
  });

  test.each(LANGUAGE_CASES)(
    '[R1] [R11] %s with %o is shown in %s, as by our server',
    async (path, headers, lang) => {
      const { own, other } = await both(path, headers);
      expect(pageLanguage(own)).toBe(lang);
      expect(comparable(other)).toEqual(comparable(own));
    },
  );

  test('[R11] a language chosen by address is stored', async () => {
    const { own, other } = await both('/zh?lang=en');
    expect(other.headers['set-cookie']).toEqual([
      'language=en; Path=/; Max-Age=604800; SameSite=Strict',
    ]);
    expect(comparable(other)).toEqual(comparable(own));
  });

  test('addresses of the former site lead where our server says', async () => {
    for (const path of [
      '/zh/post/1?offset=1',
      '/post/1?postId=2',
      '/zh/post/1?postId=999999',
      '/?order=hot_value&offset=2',
      '/en/forum/1?order=created_at',
    ]) {
      const { own, other } = await both(path);
      expect(own.status, path).toBeGreaterThanOrEqual(301);
      expect(comparable(other), path).toEqual(comparable(own));
    }
  });

  test('[R3] missing pages are answered by our server', async () => {
    for (const path of [
      '/nothing',
      '/zh/post/999999999',
      '/en/nothing',
      '//zh',
      '/zh/post/1/index.html.br',
      '/zh/post/1/x.part',
      '/.env',
      '/zh/../../etc/passwd',
    ]) {
      const { own, other } = await both(path);
      expect([path, other.status, pageLanguage(other)]).toEqual([
        path,
        own.status,
        pageLanguage(own),
      ]);
      expect(other.status, path).toBe(404);
    }
    expect((await both('/api/nothing')).other.status).toBe(404);
    expect((await both('/zh', {}, 'POST')).other.status).toBe(405);
    const head = await both('/zh', {}, 'HEAD');
    expect(comparable(head.other)).toEqual(comparable(head.own));
  });

  test('[R39] a page that was replaced is the new one in every form at once', async () => {
    const path = '/zh/user/999999';
    const read = () =>
      Promise.all(
        Object.values(ACCEPT_ENCODINGS).map(async (accept) => {
          const answer = await rawRequest(proxy.url + path, {
            headers: { 'accept-encoding': accept },
          });
          return [answer.headers['content-encoding'], decodeBody(answer)];
        }),
      );
    await write(path, '<p>before</p>');
    if (!pagesUrl)
      writeCompressedForms(site.siteDir, path, await compressSmall(Buffer.from('<p>before</p>')));
    const best = pagesUrl ? 'gzip' : 'br';
    expect((await read()).map(([encoding]) => encoding)).toEqual([best, 'gzip', undefined, 'gzip']);
    await write(path, '<p>after</p>');
    const after = (encoding?: string) => [encoding, '<p>after</p>'];
    const gzip = pagesUrl && 'gzip';
    expect(await read()).toEqual([after(best), after(gzip), after(), after(gzip)]);
    await pages.remove([path]);
  });

  test('a page that was taken down is asked for again, not remembered', async () => {
    const before = await rawRequest(`${proxy.url}/zh/post/2`);
    await pages.remove(['/zh/post/2']);
    const after = await rawRequest(`${proxy.url}/zh/post/2`);
    expect([after.status, decodeBody(after)]).toEqual([200, decodeBody(before)]);
  });

  test('[R21] a body larger than any call accepts is refused before our server, in the reader’s language; pictures pass', async () => {
    const send = async (path: string, bytes: number, language: string) => {
      const reply = await fetch(echo.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': language },
        body: 'x'.repeat(bytes),
      });
      return {
        status: reply.status,
        type: reply.headers.get('content-type'),
        runs: reply.headers.get('content-security-policy'),
        guessed: reply.headers.get('x-content-type-options'),
        body: await reply.text(),
      };
    };
    const refused = await send('/api/v1/thread/draft', 3_000_000, 'en');
    expect([refused.runs, refused.guessed]).toEqual([
      "default-src 'none'; frame-ancestors 'none'",
      'nosniff',
    ]);
    expect([refused.status, refused.type, JSON.parse(refused.body)]).toEqual([
      413,
      'application/json',
      { code: 413, err_code: 'tooLarge', msg: 'This is too large. Please shorten or compress it.' },
    ]);
    expect(JSON.parse((await send('/api/v1/thread/draft', 3_000_000, 'zh')).body)).toMatchObject({
      msg: '内容过大，请缩短或压缩后再试',
    });
    for (const [path, bytes] of [
      ['/api/v1/thread/draft', 1_300_000],
      ['/api/v1/thread/file', 20_000_000],
      ['/api/v1/user/avatar', 2_100_000],
    ] as const)
      expect((await send(path, bytes, 'en')).status, path).toBe(200);
  });

  test('our server gets the client’s address and the host name', async () => {
    recorder.requests.length = 0;
    await rawRequest(`${echo.url}/api/v1/x?a=%2F&b`, {
      headers: { 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer x' },
    });
    expect(recorder.requests).toEqual([
      expect.objectContaining({
        url: '/api/v1/x?a=%2F&b',
        host: new URL(echo.url).host,
        'x-forwarded-for': '203.0.113.9, 127.0.0.1',
        'x-forwarded-proto': 'http',
        authorization: 'Bearer x',
      }),
    ]);
  });
}
