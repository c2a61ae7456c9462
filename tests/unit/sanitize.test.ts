import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { STICKER_NAMES } from '#contracts/stickers.ts';
import { prepareMessage } from '#domain/message/prepare.ts';
import { sanitize } from '#domain/message/sanitize.ts';
import { sanitizerThread } from '#domain/message/sanitizer-thread.ts';

beforeAll(() => sanitizerThread.warm());

const options = { frameHosts: ['bilibili.com', 'youtube.com'], siteHost: 'forum.example' };
const clean = (source: string) => sanitize(source, options);

describe('[R13] an iframe', () => {
  test.each([
    [
      'https://player.bilibili.com/player.html?bvid=BV1',
      'https://player.bilibili.com/player.html?bvid=BV1',
    ],
    ['//www.youtube.com/embed/x', 'https://www.youtube.com/embed/x'],
    ['https://bilibili.com/', 'https://bilibili.com/'],
  ])('from %s is retained', (src, kept) => {
    const { html, removedFrames } = clean(
      `<iframe src="${src}" onload="x()" style="top:0" name="n" width="9999"></iframe>`,
    );
    expect(html).toBe(
      `<iframe src="${kept.replace('&', '&amp;')}" sandbox="allow-scripts allow-same-origin allow-presentation allow-popups" loading="lazy" referrerpolicy="strict-origin-when-cross-origin" width="704" height="396" allowfullscreen=""></iframe>`,
    );
    expect(removedFrames).toEqual([]);
  });

  test.each([
    'https://evilbilibili.com/',
    'https://bilibili.com.evil.example/',
    'https://bilibili.com@evil.example/',
    'https://evil.example/?bilibili.com',
    'http://www.youtube.com/embed/x',
    'data:text/html,x',
    'javascript:alert(1)',
    'https:\\\\evil.example/',
    'https://evil.example\\@youtube.com/',
    'https://youtube.com:8443/',
    ' //evil.example',
  ])('from %s is removed and reported', (src) => {
    const { html, removedFrames } = clean(`<p>a</p><iframe src="${src}"></iframe>`);
    expect(html).toBe('<p>a</p>');
    expect(removedFrames).toHaveLength(1);
  });

  test('without an address, or with a document of its own, is removed', () => {
    expect(
      clean('<iframe></iframe><iframe srcdoc="<b>x</b>" src="https://bilibili.com/"></iframe>'),
    ).toMatchObject({ html: '', removedFrames: ['', 'https://bilibili.com/'] });
  });
});

describe('[R13] user HTML', () => {
  test.each([
    ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
    ['<style>p{color:red}</style><p style="position:fixed">a</p>', '<p>a</p>'],
    ['<p onclick="x()" onmouseover=x()>a</p>', '<p>a</p>'],
    [
      '<a href="javascript:alert(1)">a</a><a href=" java&#10;script:alert(1)">b</a>',
      '<a>a</a><a>b</a>',
    ],
    ['<img src=x onerror=alert(1)>', ''],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>', ''],
    [
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '',
    ],
    ['<form action="/x"><button>a</button><input name="q"></form>', ''],
    [
      '<object data="x"></object><embed src="x"><link rel="stylesheet" href="x"><meta http-equiv="refresh" content="0"><base href="//evil">',
      '',
    ],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ''],
    ['<div id="top" name="top">a</div>', '<div>a</div>'],
  ])('%s loses its active content', (source, safe) => {
    const { html } = clean(source);
    expect(html).not.toMatch(/<script|<style|\son\w+=|javascript:|<form|<object|<meta|<base/i);
    if (safe !== '') expect(html).toBe(safe);
  });

  test('retains older editors’ HTML', () => {
    const source =
      '<p data-vditor_version="3.8">你好 <strong>世界</strong></p><pre><code class="language-bash">ls -la</code></pre><table><tbody><tr><td colspan="2">1</td></tr></tbody></table>';
    const boxed = source
      .replace('<pre>', '<div class="code" data-language="bash"><pre>')
      .replace('</pre>', '</pre></div>')
      .replace('<table>', '<div class="wide"><table>')
      .replace('</table>', '</table></div>');
    expect(clean(source).html.replace(/<span class="hl-.">|<\/span>/g, '')).toBe(boxed);
  });

  test('has its links to other sites marked, and its pictures loaded lazily without a referrer', () => {
    expect(
      clean(
        '<a href="https://other.example/x">a</a><a href="https://forum.example/y">b</a><a href="/zh">c</a>',
      ).html,
    ).toBe(
      '<a href="https://other.example/x" rel="nofollow noopener ugc">a</a><a href="https://forum.example/y">b</a><a href="/zh">c</a>',
    );
    expect(clean('<img src="https://other.example/a.png">').html).toBe(
      '<img src="https://other.example/a.png" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer">',
    );
  });

  test('has no boxes and colours in an editor', () => {
    const source =
      '<pre><code class="language-json">{"a": 1}</code></pre><table><tbody><tr><td>1</td></tr></tbody></table>';
    expect(sanitize(source, { ...options, forEditor: true }).html).toBe(source);
    expect(
      sanitize(clean(source).html.replace(/<\/?span[^>]*>/g, ''), { ...options, forEditor: true })
        .html,
    ).toBe(source);
  });

  test('has headings that begin below the page’s own, with ids for the outline where asked', () => {
    expect(sanitize('<h1>A</h1><h2>B</h2>', { ...options, outline: true }).html).toBe(
      '<h2 id="s1">A</h2><h2 id="s2">B</h2>',
    );
  });
});

describe('[R13] stickers of existing clients', () => {
  const sent = (src: string) => `<img class="emoji" title="agree" src="${src}" alt="agree">`;
  test('stay pictures of ours with the same meaning, and are a sign in plain text, also where they are all there is', () => {
    for (const src of [
      'assets/image/raccoon/[agree].gif',
      '/assets/image/raccoon/[agree].gif',
      '/assets/image/raccoon/%5Bagree%5D.gif',
      'https://forum.example/assets/image/raccoon/[agree].gif',
    ]) {
      const { html, text, images } = clean(sent(src));
      expect([src, html]).toEqual([
        src,
        '<img class="emoji" title="agree" src="/assets/image/raccoon/[agree].gif" alt="👍" width="48" height="48" loading="lazy" decoding="async" style="height:auto">',
      ]);
      expect([text, images]).toEqual(['👍', 0]);
      expect(clean(html).html).toBe(html);
    }
  });

  test('of unknown names are neutral, and nothing else passes for one', () => {
    expect(clean(sent('assets/image/raccoon/[constructor].gif'))).toMatchObject({
      text: '🙂',
      html: expect.stringContaining('src="/assets/image/raccoon/[constructor].gif"'),
    });
    for (const src of [
      'assets/image/other/[agree].gif',
      'assets/image/raccoon/[agree].gif/../../x',
      'https://evil.example/assets/image/raccoon/[x].gif',
    ])
      expect([src, clean(sent(src)).text]).toEqual([src, '']);
  });

  test('have their pictures, one for each name that we know', () => {
    const files = readdirSync(new URL('../../public/assets/image/raccoon', import.meta.url));
    expect(files.sort()).toEqual(
      [...STICKER_NAMES.map((name) => `[${name}].gif`), 'neutral.gif'].sort(),
    );
  });
});

test('[R13] a picture’s height doesn’t distort it where clients make it narrower', () => {
  const picture = { id: 1, path: '3f/3f9a.webp', width: 1000, height: 500, variants: [480] };
  const ours = sanitize('<img src="/uploads/3f/3f9a.webp" height="7" style="height:1px">', {
    ...options,
    pictures: new Map([[picture.path, picture]]),
  });
  expect(ours.html).toBe(
    '<img src="/uploads/3f/3f9a.webp" height="500" alt="" width="1000" srcset="/uploads/3f/3f9a.480.webp 480w, /uploads/3f/3f9a.webp 1000w" sizes="(max-width: 980px) 100vw, 704px" loading="lazy" decoding="async" style="height:auto">',
  );
  expect(clean('<img src="https://a.example/b.png" width="100%" height="300">').html).toBe(
    '<img src="https://a.example/b.png" height="300" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer" style="height:auto">',
  );
  expect(clean('<img src="https://a.example/b.png" height="auto">').html).not.toContain('height');
});

test('[R13] an attribute stays one, also if a browser serializes it without escaping text that looks like tags', () => {
  const { html } = clean(
    '<p title="<pre><code></code></pre><table><th></th></table>">a</p><pre>b</pre>',
  );
  expect(html).toBe(
    '<p title="&lt;pre&gt;&lt;code&gt;&lt;/code&gt;&lt;/pre&gt;&lt;table&gt;&lt;th&gt;&lt;/th&gt;&lt;/table&gt;">a</p><div class="code"><pre><code>b</code></pre></div>',
  );
  const asBefore = html.replace(/title="[^"]*"/, (one) =>
    one.replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
  );
  expect(clean(asBefore).html).toBe(html);
});

describe('[R14] two messages are the same content', () => {
  const policy = { frameHosts: [], version: 1, siteHost: 'x' };
  const hash = async (source: string) => (await prepareMessage(source, policy)).contentHash;
  test('when only their markup, case, width or spacing differ', async () => {
    expect(await hash('<p>Hello　Ｗorld</p>')).toBe(await hash('<div><b>hello</b> world!</div>'));
  });
  test('not when a word or a picture differs', async () => {
    expect(await hash('<p>one</p>')).not.toBe(await hash('<p>two</p>'));
    expect(await hash('<p>one</p>')).not.toBe(await hash('<p>one<img src="/uploads/a.png"></p>'));
  });
});
