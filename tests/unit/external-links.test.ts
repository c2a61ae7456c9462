import { describe, expect, test } from 'vitest';
import { findExternalLinks, hasNewLinks } from '#domain/message/external-links.ts';
import { sanitize } from '#domain/message/sanitize.ts';

const SITE = 'forum.example:8080';
const links = (source: string) =>
  sanitize(source, { frameHosts: ['player.example'], siteHost: SITE }).links;
const longReference = `&#x${'0'.repeat(30)}68;ttps&colon;&sol;&sol;spam.example`;

describe('[R32] a message leads elsewhere', () => {
  test.each([
    ['<a href="//spam.example">x</a>', 'https://spam.example/'],
    ["<a href='http://spam.example'>x</a>", 'http://spam.example/'],
    ['<a href=https://spam.example>x</a>', 'https://spam.example/'],
    ['<a href="https:\\\\spam.example">x</a>', 'https://spam.example/'],
    ['<a href="ht\ntps://spam.example">x</a>', 'https://spam.example/'],
    ['<a\nhref="https://spam.example">x</a>', 'https://spam.example/'],
    ['<a href="https&#58;&#x2f;&sol;spam.example">x</a>', 'https://spam.example/'],
    [`<a href="${longReference}">x</a>`, 'https://spam.example/'],
    ['<a HREF = "https:spam.example">x</a>', 'https://spam.example/'],
    ['<a href="https://%65vil.example/">x</a>', 'https://evil.example/'],
    ['<a href="http://2130706433/">x</a>', 'http://127.0.0.1/'],
    ['<a href="http://0x7f.1/">x</a>', 'http://127.0.0.1/'],
    ['<a href="https://例え.example/">x</a>', 'https://xn--r8jz45g.example/'],
    ['<a href="https://ｓｐａｍ。example/">x</a>', 'https://spam.example/'],
    ['<a href="magnet:?xt=urn:btih:1">x</a>', 'magnet:?xt=urn:btih:1'],
    ['<a href="ftp://spam.example/">x</a>', 'ftp://spam.example/'],
    [
      '<a href="https://forum.example:8080@spam.example/">x</a>',
      'https://forum.example:8080@spam.example/',
    ],
    ['<a href="https://forum.example:8080.spam.example/">x</a>', undefined],
    ['<a href="https://forum.example/">x</a>', 'https://forum.example/'],
    ['go to https://spam.example/x', 'https://spam.example/x'],
    ['go to http://2130706433/', 'http://127.0.0.1/'],
    ['去www.spam.example看看', 'https://www.spam.example看看/'],
    ['<b>ht</b>tps://spam<i>.example</i>', 'https://spam.example/'],
    ['<img src="/uploads/a.png"><p>https://spam.example</p>', 'https://spam.example/'],
    ['<img src="https://pictures.example/a.png">', 'https://pictures.example/a.png'],
    ['<img src="//pictures.example/a.png">', 'https://pictures.example/a.png'],
    ['<video src="https://videos.example/a.mp4"></video>', 'https://videos.example/a.mp4'],
    [
      '<video><source src="https://videos.example/a.webm"></video>',
      'https://videos.example/a.webm',
    ],
    [
      '<video src="/uploads/a.mp4" poster="https://pictures.example/a.png"></video>',
      'https://pictures.example/a.png',
    ],
    ['<iframe src="https://player.example/?v=1"></iframe>', 'https://player.example/?v=1'],
  ])('by %j', (source, found) => {
    const expected = found === undefined ? [] : [URL.canParse(found) ? new URL(found).href : found];
    expect(links(source)).toEqual(expected);
  });

  test.each([
    '<p>1 // 2</p>',
    `<img src="/uploads/a.png"><img src="https://${SITE}/assets/a.png">`,
    '<a href="/zh/post/3">x</a>',
    '<a href="#p3">x</a>',
    '<a href="mailto:a@b.example">x</a>',
    '<a href="?a">x</a>',
    `<p>http://${SITE}/zh</p>`,
    `<p>https://${SITE}。</p>`,
    '<code>a//b</code>',
    '',
  ])('not by %j', (source) => expect(links(source)).toEqual([]));

  test('and the same is found in the stored HTML', () => {
    const { html, links: found } = sanitize(
      '<p>https://a.example/</p><p>b <a href="//c.example">c</a></p><img src="//e.example/p.png">',
      { frameHosts: [], siteHost: SITE },
    );
    expect(findExternalLinks(html, SITE)).toEqual(found);
    expect(hasNewLinks(found, [...found])).toBe(false);
    expect(hasNewLinks(found, [...found, 'https://d.example/'])).toBe(true);
  });

  // 14 seconds if a search backtracks over the blanks from each of them.
  test('which is found in the time that reading it takes, however it is spaced', () => {
    for (const source of [
      `src=${' '.repeat(80_000)}`,
      `https:${'/'.repeat(80_000)}`,
      'http:/'.repeat(15_000),
      'www.'.repeat(20_000),
    ])
      expect(links(source).length).toBeLessThan(2);
  });
});

test('[R13] each link that leaves the site says so, and only those', () => {
  const rel = (href: string) =>
    /rel="([^"]*)"/.exec(
      sanitize(`<a href="${href}" rel="opener" target="_blank">x</a>`, {
        frameHosts: [],
        siteHost: SITE,
      }).html,
    )?.[1];
  for (const href of [
    'https://a.example/',
    '//a.example',
    '\\\\a.example',
    ' https://a.example',
    'HTTPS:a.example',
    'magnet:?xt=a',
    'ftp://a.example',
    'http://forum.example:8080@a.example',
  ])
    expect([href, rel(href)]).toEqual([href, 'nofollow noopener ugc']);
  for (const href of [
    '/zh',
    '#a',
    'zh/post/1',
    `http://${SITE}/`,
    `https://${SITE}./zh`,
    'mailto:a@b.example',
  ])
    expect([href, rel(href)]).toEqual([href, undefined]);
});

test('[R13] pictures and videos load no address of the site but files', () => {
  const clean = (source: string) => sanitize(source, { frameHosts: [], siteHost: SITE }).html;
  const own = [
    '/api/v1/user/msg/readAll',
    `http://${SITE}/api/v1/user/msg/readAll`,
    'http://forum.example/api/v1',
    '//forum.example:8080/api',
    '/uploads/../api/v1',
    '/uploads/%2e%2e/api',
    '/uploads/..%2fapi',
    '/uploads/..%5Capi',
    '/uploads//../api',
    '\\api',
    '/zh',
    '/admin/logout',
    `http://user:pw@${SITE}/uploads/a.png`,
    `https://${SITE}./api`,
  ];
  for (const src of own) {
    expect([src, clean(`<p>a</p><img src="${src}">`)]).toEqual([src, '<p>a</p>']);
    expect([src, clean(`<video src="${src}" poster="${src}">a</video>`)]).toEqual([src, 'a']);
    expect([src, clean(`<video><source src="${src}">a</video>`)]).toEqual([src, 'a']);
  }
  expect(clean(`<img srcset="/api/a 2x" src="https://a.example/b.png" sizes="1px">`)).toBe(
    '<img src="https://a.example/b.png" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer">',
  );
  for (const src of ['/uploads/a.png', `http://${SITE}/uploads/a.png`, '/assets/image/a.png'])
    expect(clean(`<img src="${src}">`)).toContain(`src="${src}"`);
  expect(clean('<video src="https://a.example/b.mp4" poster="/api"></video>')).toBe(
    '<video src="https://a.example/b.mp4" controls=""></video>',
  );
});

describe('[R13] a link to an address of the site that does something', () => {
  const html = (href: string) =>
    sanitize(`<p><a href="${href}">x</a></p>`, { frameHosts: [], siteHost: SITE }).html;

  test.each([
    '/api/v1/login/logout/end',
    '/api/v1/login?return_url=/zh',
    'https://forum.example:8080/api/v1/login/logout/end',
    '//forum.example/api/v1/login',
    'https://forum.example.:8080/api/v1/login',
    '/zh/../api/v1/login',
    '\\api/v1/login',
    '/%61pi/v1/login',
    '/admin/admin/api/manager?fresh=1',
    '/sso/session/end',
  ])('%s leads nowhere', (href) => {
    expect(html(href)).toBe('<p><a>x</a></p>');
  });

  test.each([
    '/api/docs',
    '/api/openapi.json',
    '/zh/post/1',
    '/uploads/a/b.png',
    '/apis',
    'https://other.example/api/v1/login',
  ])('%s stays a link', (href) => {
    expect(html(href)).toContain(`href="${href}"`);
  });
});
