import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { RawResponse } from './raw-request.ts';

/* Pages that tests request from nginx and from our server, and the comparison of the answers. */

/** The relative path of a file in a folder whose name matches. */
export const findFile = (folder: string, name: RegExp): string | undefined =>
  (readdirSync(folder, { recursive: true }) as string[]).find((path) => name.test(path));

/** Accept-Encoding headers by name. */
export const ACCEPT_ENCODINGS: Record<string, string> = {
  br: 'gzip, deflate, br',
  gzip: 'gzip',
  identity: 'identity',
  'not br': 'br;q=0, gzip;q=0.5',
};
/** Headers that nginx and our server must answer alike. */
const COMPARED_HEADERS = [
  'content-type',
  'content-encoding',
  'content-length',
  'cache-control',
  'vary',
  'cache-tag',
  'set-cookie',
  'location',
  'x-content-type-options',
  'referrer-policy',
  'x-frame-options',
  'content-security-policy',
  'permissions-policy',
  'speculation-rules',
  'last-modified',
];
export const COMPARED_PAGES = [
  '/zh',
  '/en',
  '/zh/forums',
  '/en/forums',
  '/zh/forum/1',
  '/en/forum/1',
  '/zh/forum/2/hot',
  '/zh/post/1',
  '/en/post/1',
  '/zh/post/2',
  '/zh/user/10001',
  '/en/feed.xml',
  '/zh/atom.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/zh/about/privacy',
  '/phone/zh',
  '/phone/en/post/1',
  '/phone/en/offline',
  '/phone/zh/app.webmanifest',
];
/** Pages that nginx serves while our server is down. */
export const CACHED_PAGES = [
  '/zh',
  '/en',
  '/zh/forum/1',
  '/en/forum/1',
  '/zh/post/1',
  '/en/post/1',
];

/** The decompressed text of an answer. */
export const decodeBody = ({ headers, body }: RawResponse): string =>
  (headers['content-encoding'] === 'br'
    ? brotliDecompressSync(body)
    : headers['content-encoding'] === 'gzip'
      ? gunzipSync(body)
      : body
  ).toString();
export const pageLanguage = (answer: RawResponse) =>
  /<html lang="([\w-]+)"/.exec(decodeBody(answer))?.[1];
/** The parts of an answer that must be equal from nginx and our server. */
export const comparableAnswer = ({ status, headers, body }: RawResponse) => ({
  status,
  // a proxy omits the length if the answer is complete before its head was sent
  headers: Object.fromEntries(
    COMPARED_HEADERS.map((name) => [
      name,
      name === 'content-length' && headers[name] === '0' ? undefined : headers[name],
    ]),
  ),
  body: createHash('sha256').update(body).digest('hex'),
});

/** Addresses without a language, with these headers, and the expected language. */
export const LANGUAGE_CASES: [path: string, headers: Record<string, string>, lang: string][] = [
  ['/', { cookie: 'language=en', 'accept-language': 'zh-CN' }, 'en'],
  ['/', { 'accept-language': 'fr, en;q=0.5' }, 'en'],
  ['/', { 'accept-language': 'zh-TW' }, 'zh-CN'],
  ['/', { cookie: 'a=b; language=zh-cn; c=d', 'accept-language': 'en' }, 'zh-CN'],
  ['/', { cookie: 'language=fr', 'accept-language': 'en' }, 'en'],
  ['/', { cookie: 'xlanguage=en' }, 'zh-CN'],
  ['/', {}, 'zh-CN'],
  ['/', { 'accept-language': 'fr' }, 'zh-CN'],
  ['/', { 'accept-language': 'zh;q=0.8, en;q=0.9' }, 'en'],
  ['/', { 'accept-language': 'en;q=0.85, zh;q=0.9' }, 'zh-CN'],
  ['/', { 'accept-language': 'en;q=0.9, zh;q=0.85' }, 'en'],
  ['/', { 'accept-language': 'zh;q=0.2, en' }, 'en'],
  ['/', { 'accept-language': 'en, zh' }, 'en'],
  ['/', { 'accept-language': 'zh, en, zh-TW' }, 'zh-CN'],
  ['/', { 'accept-language': 'en;q=0, fr' }, 'zh-CN'],
  ['/', { 'accept-language': 'EN-us,*;q=0.1' }, 'en'],
  ['/', { 'accept-language': 'english' }, 'zh-CN'],
  ['/post/1', { cookie: 'language=en' }, 'en'],
  ['/forum/1/', { 'accept-language': 'en' }, 'en'],
  ['/forums', {}, 'zh-CN'],
  ['/hot', { cookie: 'language=en' }, 'en'],
  ['/zh/', { cookie: 'language=en' }, 'zh-CN'],
];
