import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markdownToHtml } from '#client/composer/markdown.ts';
import { plainToHtml } from '#client/messages/plain-to-html.ts';
import { findFirstLink, findLinks } from '#contracts/find-links.ts';
import { anyText, propertyRuns } from '../support/arbitraries.ts';

/* Addresses next to Chinese and English words and to Markdown syntax. */

/** The links of a text, as written. */
const linked = (text: string): string[] =>
  findLinks(text).map(({ from, to }) => text.slice(from, to));

const ADDRESSES: readonly [text: string, ...addresses: string[]][] = [
  ['见 https://a.example/download/，装完重启。', 'https://a.example/download/'],
  ['https://a很好用', 'https://a'],
  ['【https://a】', 'https://a'],
  ['《https://a.example/x》和“https://b.example”', 'https://a.example/x', 'https://b.example'],
  ['https://a.example/x、https://b.example/y', 'https://a.example/x', 'https://b.example/y'],
  ['https://a.example/x（镜像）', 'https://a.example/x'],
  ['下载:https://a.example/x；谢谢', 'https://a.example/x'],
  ['https://a.example/%E6%B7%B1%E5%BA%A6，好', 'https://a.example/%E6%B7%B1%E5%BA%A6'],
  ['https://a.example/문서 https://b.example/カ', 'https://a.example/', 'https://b.example/'],
  ['https://a.example/café/été!', 'https://a.example/café/été'],
  [
    '(https://en.example/wiki/Foo_(disambiguation))',
    'https://en.example/wiki/Foo_(disambiguation)',
  ],
  ['[https://a.example/a[1]]', 'https://a.example/a[1]'],
  ['see https://a.example/x?b=1&c=2.', 'https://a.example/x?b=1&c=2'],
  ['"https://a.example/x", \'https://b.example/y\'', 'https://a.example/x', 'https://b.example/y'],
  ['**https://a.example/x** ~~https://b.example~~', 'https://a.example/x', 'https://b.example'],
  ['curl https://a.example/x|bash', 'https://a.example/x'],
  ['<https://a.example/x>', 'https://a.example/x'],
  ['https://a.example/x…', 'https://a.example/x'],
  ['http://localhost:8080/x http://[::1]:80/', 'http://localhost:8080/x', 'http://[::1]:80/'],
  ['https://1.2.3.4:8443/', 'https://1.2.3.4:8443/'],
  ['HTTPS://A.EXAMPLE/', 'HTTPS://A.EXAMPLE/'],
  ['www.a.example 和 deepin.org。', 'www.a.example', 'deepin.org'],
  ['bbs.deepin.org/zh/post/1，', 'bbs.deepin.org/zh/post/1'],
  ['写给 someone@mail.example.com。', 'someone@mail.example.com'],
  // files, packages, programs, versions and host names that aren't links
  ['readme.md install.sh run.py package.json main.rs lib.so a.zip notes.info'],
  ['com.example.app java.io deepin.org.tar main.com.c'],
  ['root@localhost git@github.com:a/b @deepin.org x/deepin.org 1.2.3'],
  ['https:// https://例子 http://，好 xhttps://a.example ssh://a.example file:///etc/fstab'],
  ['https://café.example'],
];

for (const [text, ...addresses] of ADDRESSES)
  test(`[R24] addresses in ${text}`, () => {
    expect(linked(text)).toEqual(addresses);
  });

test('[R24] an address without its scheme is completed', () => {
  expect(findLinks('www.a.example deepin.org a@b.com').map(({ href }) => href)).toEqual([
    'https://www.a.example',
    'https://deepin.org',
    'mailto:a@b.com',
  ]);
});

test('[R24] private messages and Markdown link the same addresses', () => {
  for (const [text, ...addresses] of ADDRESSES) {
    const [, ...letter] = plainToHtml(text).split('<a href=');
    expect(letter.length, text).toBe(addresses.length);
    const [, ...message] = markdownToHtml(text).split('<a href=');
    expect(message.length, text).toBe(addresses.length);
  }
});

const anyAddress = fc.tuple(
  fc.constantFrom('https://a.example', 'http://b.example:8080', 'www.c.example', 'deepin.org'),
  fc.constantFrom('', '/', '/x', '/x_(y)', '/%E6%B7%B1?q=1&r=2#s', '/a/b.tar.gz'),
);
const anySentence = fc
  .array(
    fc.oneof(
      anyAddress.map((parts) => parts.join('')),
      fc.constantFrom('，', '。', '很好用', '【', '】', '、', ' ', '(', ')', '"', '\n', '；'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

test('[R24] addresses are returned in order, separate, without white space and CJK punctuation', () => {
  fc.assert(
    fc.property(fc.oneof(anySentence, anyText(200)), (text) => {
      let end = 0;
      for (const { from, to, href } of findLinks(text)) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(to).toBeGreaterThan(from);
        expect(text.slice(from, to)).not.toMatch(
          /[\s<>"\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u,
        );
        expect(URL.canParse(href)).toBe(true);
        end = to;
      }
      expect(findFirstLink(text)).toEqual(findLinks(text)[0]);
    }),
    propertyRuns(3_000),
  );
});

test('[R24] an address between Chinese punctuation is linked completely', () => {
  fc.assert(
    fc.property(
      anyAddress,
      fc.constantFrom('见', '，', '【', '“', '（', '', ' '),
      fc.constantFrom('，装完重启', '】', '”', '）', '。', '很好用', '、', '', '\n'),
      ([host, path], before, behind) => {
        expect(linked(before + host + path + behind)).toEqual([host + path]);
      },
    ),
    propertyRuns(1_000),
  );
});

/** The text of HTML with no entities but those of `&`, `<` and `>`. */
const shown = (html: string): string =>
  html
    .replace(/<br>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

test('[R24] a private message shows the typed text', () => {
  fc.assert(
    fc.property(fc.oneof(anySentence, anyText(200)), (text) => {
      const lines = text.replace(/\r\n?/g, '\n').trim();
      fc.pre(!/\n\n/.test(lines));
      expect(shown(plainToHtml(text))).toBe(lines);
    }),
    propertyRuns(2_000),
  );
});

/** Lines without Markdown, which stay unchanged. */
const PLAIN: readonly string[] = [
  '周一~周五 9:00~18:00',
  '约5~7G，~/a~ 和 ~/.config',
  '__init__.py 里的 __init__ 与 __main__',
  '2*3*4 和 a*b*c',
  '#标签 #2',
  '2024. 年的事',
  'ps aux | grep x || true',
  ':8080 -> => <- a:b:c',
  'C:\\!a \\\\server\\share \\d+\\.\\w',
  'apt install a \\\n  b',
  '&lt;b&gt; &copy; &nbsp;',
  '[1]: https://a.example/x',
  '标题\n===',
  '>>> print(1)\n>>> 2',
  '<div>\n内容\n</div>',
  'a_b_c 和 _',
  '价格 $5 与 $6，100% ^2',
];

for (const text of PLAIN)
  test(`[R24] on a phone stays as it was typed: ${JSON.stringify(text)}`, () => {
    expect(shown(markdownToHtml(text)).replace(/\n +/g, '\n')).toBe(text.replace(/\n +/g, '\n'));
    expect(markdownToHtml(text)).not.toMatch(/<(?:del|strong|em|h\d|ol|ul|blockquote)/);
  });

test('[R24] on a phone two tildes strike, and definitions that are used are addresses', () => {
  expect(markdownToHtml('~~旧~~新')).toBe('<p><del>旧</del>新</p>');
  expect(markdownToHtml('[看][1]\n\n[1]: https://a.example/x')).toBe(
    '<p><a href="https://a.example/x">看</a></p>',
  );
  expect(markdownToHtml('\\*星\\* \\_线')).toBe('<p>*星* _线</p>');
  expect(markdownToHtml('标题\n---\n正文')).toBe('<p>标题</p>\n<hr>\n<p>正文</p>');
});
