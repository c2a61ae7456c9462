import { expect, test } from 'vitest';
import { markdownToHtml } from '#client/composer/markdown.ts';
import { allowedFrameUrl } from '#contracts/iframes.ts';

test.each([
  ['one\ntwo', '<p>one<br>two</p>'],
  ['## 标题\n- 一\n- 二', '<h2>标题</h2>\n<ul>\n<li>一</li>\n<li>二</li>\n</ul>'],
  ['```bash\n$ ls <dir>\n```', '<pre><code class="language-bash">$ ls &lt;dir&gt;\n</code></pre>'],
])('[unit] %j is sent as HTML', (typed, html) => {
  expect(markdownToHtml(typed)).toBe(html);
});

test.each([
  '<script>alert(1)</script>',
  'a <b onclick="x">b</b>',
  '<iframe src="https://player.bilibili.com/"></iframe>',
  'use vector<int> here',
])('[R13] HTML that is typed stays text: %s', (typed) => {
  expect(markdownToHtml(typed)).not.toMatch(/<(?!\/?p>|br>)/);
});

test('[R13] the rule for frames is the server’s', () => {
  expect(allowedFrameUrl('//www.youtube.com/embed/x', ['youtube.com'])).toBe(
    'https://www.youtube.com/embed/x',
  );
  expect(allowedFrameUrl('https://bilibili.com@evil.example/', ['bilibili.com'])).toBeUndefined();
});
