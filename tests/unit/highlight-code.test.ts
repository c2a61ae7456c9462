import { beforeAll, expect, test } from 'vitest';
import { MAX_HIGHLIGHTED_CHARACTERS } from '#contracts/code-highlighting.ts';
import { highlightCode } from '#domain/message/highlight-code.ts';
import { createElement, createText, serializeTree } from '#domain/message/html-tree.ts';
import { prepareMessage } from '#domain/message/prepare.ts';
import { sanitize } from '#domain/message/sanitize.ts';
import { sanitizerThread } from '#domain/message/sanitizer-thread.ts';

beforeAll(() => sanitizerThread.warm());

const clean = (source: string) => sanitize(source, { frameHosts: [], siteHost: 'forum.example' });

test('[R13] code in a known language is coloured by classes alone, and reads as before', () => {
  const source =
    '<pre><code class="language-python">def f(x):\n    return "a &lt; b"  # why\n</code></pre>';
  const { html, text } = clean(source);
  expect(html).toContain('<span class="hl-k">def</span>');
  expect(html).toContain('<span class="hl-s">"a &lt; b"</span>');
  expect(html).toContain('<span class="hl-c"># why</span>');
  expect(html).not.toMatch(/style=|hljs/);
  expect(html.replace(/<\/?(?:span|div)[^>]*>/g, '')).toBe(source);
  expect(text).toBe('def f(x): return "a < b" # why');
});

test.each([
  ['a language that nobody knows', '<pre><code class="language-klingon">def x</code></pre>'],
  ['no language', '<pre><code>def x</code></pre>'],
  ['code within a line', '<p><code class="language-python">def x</code></p>'],
  [
    'a log of many lines',
    `<pre><code class="language-python">${'def x\n'.repeat(MAX_HIGHLIGHTED_CHARACTERS / 6 + 1)}</code></pre>`,
  ],
])('[R13] %s stays as it is', (_, source) => {
  expect(clean(source).html.replace(/<\/?div[^>]*>/g, '')).toBe(source);
});

test.each([
  ['markdown', '[a]('.repeat(4_900)],
  ['ini', 'a'.repeat(19_000)],
])(
  '[R13] code that would take seconds to colour (%s) is stored without colours, and the next has them',
  (language, code) => {
    const slow = `<pre><code class="language-${language}">${code}</code></pre>`;
    const quick = '<pre><code class="language-json">{"a": 1}</code></pre>';
    const { html } = clean(`${quick}${slow}`);
    expect(html).toContain(code);
    expect(html).toContain('<span class="hl-n">1</span>');
    expect(clean(quick).html).toContain('<span class="hl-n">1</span>');
  },
);

test('[R13] highlighting ends at its time limit, even within the code', () => {
  const root = createElement('div', {}, [
    createElement('pre', {}, [
      createElement('code', { class: 'language-markdown' }, [createText('[a]('.repeat(4_900))]),
    ]),
  ]);
  const before = serializeTree(root);
  expect(highlightCode(root, 20)).toBe(false);
  expect(serializeTree(root)).toBe(before);
});

test('[R13] sent colours are regenerated, and none are retained outside of code', () => {
  expect(clean('<p><span class="hl-k">red</span></p>').html).toBe('<p><span>red</span></p>');
  expect(
    clean('<pre><code class="language-json"><span class="hl-c">{"a": 1}</span></code></pre>').html,
  ).not.toContain('hl-c');
  expect(clean('<pre><code class="language-json">{"a": 1}</code></pre>').html).toContain(
    '<span class="hl-n">1</span>',
  );
});

test('[R13] markup inside of code stays text when it is coloured', () => {
  const { html } = clean(
    '<pre><code class="language-html">&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;</code></pre>',
  );
  expect(html).not.toMatch(/<img|<script/);
});

test('[R13] the stored source has no colours in it', async () => {
  const source = '<pre><code class="language-bash">echo "x"</code></pre>';
  expect((await prepareMessage(source, { frameHosts: [], version: 1, siteHost: 'x' })).source).toBe(
    source,
  );
});

test('[R24] a mention leads to the named person, whatever its author sent', () => {
  const link = '<a href="/user/7" class="mention" data-user-id="7">@a</a>';
  for (const sent of [
    '<a href="https://evil.example/" data-user-id="7">@a</a>',
    '<span class="mention" data-user-id="7">@a</span>',
  ]) {
    const { html, mentions } = clean(sent);
    expect(mentions).toEqual([7]);
    expect([...html.matchAll(/[\w-]+="[^"]*"/g)].map(String).sort()).toEqual(
      [...link.matchAll(/[\w-]+="[^"]*"/g)].map(String).sort(),
    );
  }
  expect(clean('<span data-user-id="-1">@a</span>')).toMatchObject({
    html: '<span>@a</span>',
    mentions: [],
  });
});
