import { describe, expect, test } from 'vitest';
import { countCharacters } from '#contracts/characters.ts';
import { BUSINESS_ERRORS, STATUS_ERRORS } from '#contracts/errors.ts';
import { acceptedLang, languageCookie, negotiateLang } from '#contracts/language.ts';
import {
  forumPath,
  homePath,
  pageOfFloor,
  parseListAddress,
  parsePage,
  switchPath,
  threadPath,
} from '#contracts/paths.ts';
import { collapseSpaces } from '#contracts/text-lines.ts';
import { toPercentage } from '#domain/content/poll/read.ts';
import { negotiateEncoding } from '../../src/server/page-files.ts';
import { parseRequestTarget } from '../../src/server/request-target.ts';

describe('[R1] the language of an address that names none', () => {
  test.each([
    ['language=en', 'zh-CN,zh;q=0.9', 'en'],
    [undefined, 'fr, en;q=0.5', 'en'],
    [undefined, 'zh-TW', 'zh'],
    ['language=zh-cn', 'en', 'zh'],
    ['a=1; language=en; b=2', undefined, 'en'],
    ['language=klingon', 'fr', 'zh'],
    [undefined, 'en;q=0.3, zh;q=0.8', 'zh'],
    [undefined, 'en;q=0', 'zh'],
  ])('with cookie %s and Accept-Language %s is %s', (cookie, accept, lang) =>
    expect(negotiateLang(cookie, accept)).toBe(lang),
  );
  test('can be recognized from the header only', () => expect(acceptedLang('de')).toBeUndefined());
});

test('[R11] the language cookie lasts seven days and is strict', () =>
  expect(languageCookie('en')).toBe('language=en; Path=/; Max-Age=604800; SameSite=Strict'));

test('[R23] characters are counted as people count them', () => {
  expect(countCharacters('系统')).toBe(2);
  expect(countCharacters(collapseSpaces(' 👨‍👩‍👧  家 '))).toBe(3);
});

describe('[R39] addresses of lists', () => {
  test.each([
    ['', { order: 'latest', page: 1 }],
    ['latest/2', { order: 'latest', page: 2 }],
    ['newest', { order: 'newest', page: 1 }],
    ['hot/theme-12/only-en/3', { order: 'hot', theme: 12, only: 'en', page: 3 }],
  ])('%s is read and written back', (text, list) => {
    expect(parseListAddress(text)).toMatchObject(list);
    expect(forumPath('zh', 5, parseListAddress(text))).toBe(`/zh/forum/5${text && `/${text}`}`);
  });
  test.each([
    'latest',
    'latest/1',
    '2',
    'newest/only-fr',
    'hot/0',
    'only-en/hot',
    'digest/2/x',
    'theme-0',
  ])('%s is not an address', (text) => expect(parseListAddress(text)).toBeUndefined());
  test('page 1 says nothing', () => {
    expect([homePath('en'), threadPath('zh', 42), threadPath('zh', 42, 2)]).toEqual([
      '/en',
      '/zh/post/42',
      '/zh/post/42/2',
    ]);
    expect([parsePage(undefined), parsePage('2'), parsePage('1'), parsePage('02')]).toEqual([
      1,
      2,
      undefined,
      undefined,
    ]);
  });
});

test('[R11] switching the language stays on the page', () => {
  expect(switchPath('/zh/post/42/2', { lang: 'en' })).toBe('/en/post/42/2');
  expect(switchPath('/phone/zh/post/42/2', { lang: 'en' })).toBe('/phone/en/post/42/2');
});
test('[R12] a page of one site has the same address on the other, below its root', () => {
  expect(switchPath('/zh/post/42/2', { area: 'phone' })).toBe('/phone/zh/post/42/2');
  expect(switchPath('/phone/en', { area: 'desktop' })).toBe('/en');
  expect(switchPath('/bbs-admin/words', { area: 'phone' })).toBeUndefined();
});
test('[R24] floors 1 to 20 are on page 1, 21 on page 2', () =>
  expect([0, 1, 20, 21, 40, 41].map((floor) => pageOfFloor(floor))).toEqual([1, 1, 1, 2, 2, 3]));
test('[R26] a third of three votes is 33.33 percent', () => expect(toPercentage(1, 3)).toBe(33.33));

test('[R39] a reader gets brotli, else gzip, else the plain file', () => {
  expect([
    negotiateEncoding('gzip, deflate, br'),
    negotiateEncoding('gzip'),
    negotiateEncoding('br;q=0, gzip'),
    negotiateEncoding('identity'),
    negotiateEncoding(undefined),
  ]).toEqual(['br', 'gzip', 'gzip', 'identity', 'identity']);
});

describe('[R44] an address', () => {
  test.each([
    ['/zh/post/42/', { kind: 'page', path: '/zh/post/42' }],
    ['/post/42', { kind: 'page', path: '/en/post/42', negotiated: true }],
    ['/', { kind: 'page', path: '/en', negotiated: true }],
    ['/zh/?order=constructor', { kind: 'page', path: '/zh' }],
    ['/zh/?order=__proto__', { kind: 'page', path: '/zh' }],
    ['/zh/?offset=1&limit=20&order=updated_at', { kind: 'redirect', location: '/zh/latest/2' }],
    ['/zh/post/42?offset=3&postId=77', { kind: 'reply', threadId: 42, postId: 77 }],
    ['/zh/post/42?offset=3', { kind: 'redirect', location: '/zh/post/42/4' }],
    ['/zh/post/42?utm_source=x', { kind: 'page', path: '/zh/post/42' }],
    ['/error?errCode=404', { kind: 'problem', code: 404 }],
    ['/error?errCode=banana', { kind: 'problem', code: 500 }],
    ['/zh/feed.xml', { kind: 'page' }],
    ['/zh/post/1/index.html', { kind: 'none' }],
    ['/zh/post/1/index.html.br', { kind: 'none' }],
    ['/xx', { kind: 'none' }],
    ['/zh/../etc', { kind: 'none' }],
    ['/zh/%2e%2e', { kind: 'none' }],
    ['//evil', { kind: 'none' }],
    ['/zh/post/42//', { kind: 'none' }],
    ['//', { kind: 'none' }],
    ['/zh//?offset=1', { kind: 'none' }],
  ])('%s is understood', (url, target) =>
    expect(parseRequestTarget(url, () => 'en')).toMatchObject(target),
  );

  test.each([
    ['/zh/post/42%EF%BC%8C', '/zh/post/42'],
    ['/zh/post/42/2%E3%80%82', '/zh/post/42/2'],
    ['/zh/post/42%EF%BC%8C%E8%A3%85%E5%AE%8C%E9%87%8D%E5%90%AF', '/zh/post/42'],
    [`/zh/post/42%EF%BC%8C${'%E8%A3%85'.repeat(40)}`, '/zh/post/42'],
    ['/zh/post/42)', '/zh/post/42'],
    ['/zh/post/42).', '/zh/post/42'],
    ['/zh/post/42.', '/zh/post/42'],
    ['/zh/post/42,', '/zh/post/42'],
    ['/zh/post/42%20', '/zh/post/42'],
    ['/zh/post/42/%22', '/zh/post/42'],
    ['/zh/post/42%20https://a.example/', '/zh/post/42'],
    ['/zh/post/42)?utm_source=x', '/zh/post/42?utm_source=x'],
    ['/phone/en/user/7;', '/phone/en/user/7'],
    ['/post/42!', '/post/42'],
    ['/zh/forum/1%E3%80%91', '/zh/forum/1'],
    ['/%EF%BC%8C', '/'],
  ])('%s is the page without the text behind it', (url, location) =>
    expect(parseRequestTarget(url, () => 'en')).toEqual({
      kind: 'redirect',
      location,
      negotiated: false,
    }),
  );

  test.each([
    '/nothing/here)',
    '/zh/post/42.html',
    '/zh/post/42%2e%2e',
    '/zh/post/42%2Fx',
    '//evil.example/zh)',
    '/assets/a.js)',
  ])('%s is no page with text behind it', (url) =>
    expect(parseRequestTarget(url, () => 'en')).toMatchObject({ kind: 'none' }),
  );
});

test('[R36] an error code is either a rule that was broken or a status, and no two rules have the same number', () => {
  expect(Object.keys(BUSINESS_ERRORS).filter((code) => code in STATUS_ERRORS)).toEqual([]);
  expect(new Set(Object.values(BUSINESS_ERRORS)).size).toBe(Object.keys(BUSINESS_ERRORS).length);
});
