import { beforeAll, expect } from 'vitest';
import { sanitize } from '#domain/message/sanitize.ts';
import { expectSoon, test } from '../support/browser.ts';
import type { FoundThread } from '../support/find-thread.ts';
import {
  clearEditor,
  findOpenThread,
  openEditorOnDraft,
  openEditorWith,
  pasteInto,
  readLocalDraft,
  replyTextbox,
} from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';

/*
 * Messages of older editors and other programs: nothing of them may be lost when somebody writes
 * on.
 */

const site = await startSite();
let thread: FoundThread;
beforeAll(async () => {
  thread = await findOpenThread(site);
});
const address = () => `${site.url}/zh/post/${thread.id}`;

const OLDER = {
  'a table with a caption, spans and aligned cells':
    '<table data-vditor_version="3.8.4"><caption>参数</caption><thead><tr><th align="center">名称</th><th colspan="2">值</th></tr></thead><tbody><tr><td rowspan="2">a</td><td align="right">1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>',
  'pictures with sizes, among words and in a link':
    '<p data-vditor_version="3.8.4">左 <img src="https://img.example/a.png" alt="甲" title="乙" width="320" height="200"> 右 <a href="https://x.example/" title="t"><img src="/uploads/ab/c.webp" alt=""></a></p>',
  'videos and frames':
    '<p>看</p><iframe src="https://player.bilibili.com/player.html?bvid=BV1GJ411x7h7"></iframe><video src="https://v.example/a.mp4" controls="" poster="https://v.example/a.png"></video><video controls=""><source src="https://v.example/b.webm" type="video/webm"></video>',
  'nested lists, numbers that begin later, ticked tasks':
    '<ol start="3"><li>三<ul><li>甲<ol><li>深</li></ol></li></ul></li></ol><ul class="task-list"><li class="task-list-item"><input type="checkbox" checked="" disabled=""> 做完</li><li class="task-list-item"><input type="checkbox" disabled=""> 没做</li></ul>',
  'inline marks without a button':
    '<p>H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd> <mark>亮</mark> <small>小</small> <samp>out</samp> <cite>书</cite> <ins>加</ins> <del>减</del> <u>下</u> <span lang="en">en</span> <a href="https://x.example/"><code>code</code></a> <code><strong>b</strong></code></p>',
  'folded parts, definitions, figures':
    '<details><summary>日志</summary><p>很长</p><pre><code class="language-text">a\n  b</code></pre></details><dl><dt>词</dt><dd>义</dd></dl><figure><img src="https://img.example/a.png" alt="甲"><figcaption>图一</figcaption></figure>',
  'a wrapper that says its editor':
    '<div data-weapp_version="1.2.0"><p>一</p><p align="center">二</p></div>',
} as const;

/**
 * What of a message a reader has: elements that mean something, with what they say, and the text.
 */
function meaning(html: string): string[] {
  const same: Record<string, string> = { b: 'strong', i: 'em', del: 's' };
  const found = [
    ...html.matchAll(
      /<(table|caption|t[hd]|img|iframe|video|source|[ou]l|li|input|sub|sup|kbd|mark|small|samp|cite|ins|del|s|u|code|pre|strong|details|summary|dl|dt|dd|figure|figcaption|div|a|span)\b([^>]*)>/g,
    ),
  ].map(
    ([, tag = '', attributes = '']) =>
      `${same[tag] ?? tag} ${[...attributes.matchAll(/([\w-]+)="([^"]*)"/g)]
        .filter(([, name, value]) => !(name === 'colspan' || name === 'rowspan') || value !== '1')
        .map(([all]) => all)
        .sort()
        .join(' ')}`,
  );
  return [...found.sort(), html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, '')];
}

const clean = (html: string) =>
  sanitize(html, { frameHosts: ['bilibili.com'], siteHost: 'x' }).html;

test('[R24] in messages of older editors, with tables, pictures, videos, lists, marks, folded parts and wrappers, opening changes nothing and writing on loses nothing', async ({
  page,
}) => {
  await page.route(/(player\.bilibili\.com|v\.example|img\.example|\/uploads\/ab)/, (route) =>
    route.fulfill({ status: 200, body: '' }),
  );
  for (const [what, html] of Object.entries(OLDER)) {
    await openEditorOnDraft(page, site, { url: address(), threadId: thread.id, html });
    expect(await readLocalDraft(page, thread.id), what).toBe(html);
    await replyTextbox(page).press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('续');
    await expectSoon(() => readLocalDraft(page, thread.id)).toContain('续');
    const kept = await readLocalDraft(page, thread.id);
    const [before, after] = [meaning(clean(html)), meaning(clean(kept))];
    for (const one of before.slice(0, -1)) expect(after, `${what}: ${kept}`).toContain(one);
    expect(after.at(-1)?.replace('续', ''), what).toBe(before.at(-1));
  }
});

test('[R24] what is pasted from Word keeps its words, lists and stress, and nothing of Word; Markdown is formatted, its HTML stays text; plain text stays as it is', async ({
  page,
}) => {
  await openEditorWith(page, site, address(), '');
  await pasteInto(page, {
    'text/plain': 'x',
    'text/html': `<html xmlns:o="urn:x"><head><style>p.MsoNormal{color:red}</style></head><body><!--StartFragment--><p class="MsoNormal" style="margin:0cm;color:red"><b><span style="font-family:宋体">通知</span></b><o:p></o:p></p><p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><![if !supportLists]><span style="mso-list:Ignore">·<span>&nbsp; </span></span><![endif]>甲</p><p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><![if !supportLists]><span style="mso-list:Ignore">·</span><![endif]>乙</p><script>alert(1)</script><!--EndFragment--></body></html>`,
  });
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe(
    '<p><strong>通知</strong></p><ul><li><p>甲</p></li><li><p>乙</p></li></ul>',
  );

  await clearEditor(page, thread.id);
  await pasteInto(page, {
    'text/plain': '## 步骤\n\n1. 装 `qemu`\n2. <b>重启</b>\n\n```bash\nls -la\n```',
  });
  await expectSoon(() => readLocalDraft(page, thread.id)).toMatch(
    /^<h2>步骤<\/h2><ol><li><p>装 <code>qemu<\/code><\/p><\/li><li><p>&lt;b&gt;重启&lt;\/b&gt;<\/p><\/li><\/ol><pre><code class="language-bash">ls -la\n?<\/code><\/pre>$/,
  );

  await clearEditor(page, thread.id);
  await pasteInto(page, { 'text/plain': '2 * 3 = 6，* 不是列表' });
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe('<p>2 * 3 = 6，* 不是列表</p>');
});
