import { expect, test } from 'vitest';
import { allowedFrame } from '#contracts/frames.ts';
import { change, type Format } from '#islands/composer/format.ts';
import { toHtml } from '#islands/composer/markdown.ts';

/** Formats the part between [ and ], and marks what is selected then in the same way. */
function formatted(format: Format, marked: string): string {
  const from = marked.indexOf('[');
  const to = marked.indexOf(']') - 1;
  const value = marked.replace('[', '').replace(']', '');
  const made = change(format, { value, from, to }, 'text');
  const whole = value.slice(0, made.from) + made.text + value.slice(made.to);
  const [start, end] = made.select;
  return `${whole.slice(0, start)}[${whole.slice(start, end)}]${whole.slice(end)}`;
}

test.each([
  ['bold', 'a [word] b', 'a **[word]** b'],
  ['bold', 'a **[word]** b', 'a [word] b'],
  ['bold', 'a [] b', 'a **[text]** b'],
  ['italic', 'a [word] b', 'a *[word]* b'],
  ['italic', '**[word]**', '***[word]***'],
  ['code', 'run [ls]', 'run `[ls]`'],
  ['code', '[one\ntwo]', '```\n[one\ntwo]\n```'],
  ['heading', 'first\nsec[]ond', 'first\n## sec[]ond'],
  ['bullets', '[one\ntwo]', '- [one\n- two]'],
  ['quote', '> [one\n> two]', '[one\ntwo]'],
] as const)('[unit] the toolbar’s %s makes %j into %j', (format, before, after) => {
  expect(formatted(format, before)).toBe(after);
});

test('[unit] words that are selected become a link’s, and its address is to be typed', () => {
  const made = change('link', { value: 'see this', from: 4, to: 8 }, 'text');
  expect([made.text, made.select]).toEqual(['[this](https://)', [11, 19]]);
});

test('[unit] an address that is selected becomes the link’s, and its words are to be typed', () => {
  const address = 'https://forum.example/';
  const made = change('link', { value: address, from: 0, to: address.length }, 'text');
  expect([made.text, made.select]).toEqual(['[text](https://forum.example/)', [1, 5]]);
});

test.each([
  ['one\ntwo', '<p>one<br>two</p>'],
  ['## 标题\n- 一\n- 二', '<h2>标题</h2>\n<ul>\n<li>一</li>\n<li>二</li>\n</ul>'],
  ['```bash\n$ ls <dir>\n```', '<pre><code class="language-bash">$ ls &lt;dir&gt;\n</code></pre>'],
])('[unit] %j is sent as HTML', (typed, html) => {
  expect(toHtml(typed)).toBe(html);
});

test.each(['<script>alert(1)</script>', 'a <b onclick="x">b</b>', '<iframe src="https://player.bilibili.com/"></iframe>', 'use vector<int> here'])('[R13] HTML that is typed stays text: %s', (typed) => {
  expect(toHtml(typed)).not.toMatch(/<(?!\/?p>|br>)/);
});

test('[R13] the rule for frames is the server’s', () => {
  expect(allowedFrame('//www.youtube.com/embed/x', ['youtube.com'])).toBe('https://www.youtube.com/embed/x');
  expect(allowedFrame('https://bilibili.com@evil.example/', ['bilibili.com'])).toBeUndefined();
});
