import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { RawResponse } from './raw-request.ts';

/* Pages that nginx and our server are asked for, and how their answers are compared. */

/** The path, within a folder, of a file in it whose name matches. */
export const findFile = (folder: string, name: RegExp): string | undefined =>
  (readdirSync(folder, { recursive: true }) as string[]).find((path) => name.test(path));

/** Encodings that a browser takes, by a name. */
export const ACCEPT_ENCODINGS: Record<string, string> = {
  br: 'gzip, deflate, br',
  gzip: 'gzip',
  identity: 'identity',
  'not br': 'br;q=0, gzip;q=0.5',
};
/** Headers that nginx and our server give alike. */
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
/** Pages of each kind. */
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
/** Pages that go on being read when our server is away. */
export const KEPT_PAGES = ['/zh', '/en', '/zh/forum/1', '/en/forum/1', '/zh/post/1', '/en/post/1'];

/** The text of an answer, whatever its encoding. */
export const decodeBody = ({ headers, body }: RawResponse): string =>
  (headers['content-encoding'] === 'br'
    ? brotliDecompressSync(body)
    : headers['content-encoding'] === 'gzip'
      ? gunzipSync(body)
      : body
  ).toString();
/** The language of the page in an answer. */
export const pageLanguage = (answer: RawResponse) =>
  /<html lang="([\w-]+)"/.exec(decodeBody(answer))?.[1];
/** What has to be the same in answers of nginx and of our server. */
export const comparableAnswer = ({ status, headers, body }: RawResponse) => ({
  status,
  // a proxy says the length of nothing when the answer ends before it has sent the head
  headers: Object.fromEntries(
    COMPARED_HEADERS.map((name) => [
      name,
      name === 'content-length' && headers[name] === '0' ? undefined : headers[name],
    ]),
  ),
  body: createHash('sha256').update(body).digest('hex'),
});

/** Addresses without a language, asked for with these headers, and the language that is shown. */
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
