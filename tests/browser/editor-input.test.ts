import type { Page } from 'playwright';
import { beforeAll, expect } from 'vitest';
import { sanitize } from '#domain/message/sanitize.ts';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  test,
} from '../support/browser.ts';
import type { FoundThread } from '../support/find-thread.ts';
import { PEOPLE } from '../support/people.ts';
import {
  clearEditor,
  compose,
  findOpenThread,
  openEditorOnDraft,
  openEditorWith,
  pasteInto,
  readLocalDraft,
  replyTextbox,
  sendButton,
  toolButton,
} from '../support/reply-composer.ts';
import { animation, HEIC, phonePhoto, SVG, uniquePicture } from '../support/sample-pictures.ts';
import { startSite } from '../support/test-site.ts';

/* Input without plain keys: input methods, existing messages, paste, drop, pictures. */

const site = await startSite();
let thread: FoundThread;
let png: Buffer;
beforeAll(async () => {
  thread = await findOpenThread(site);
  png = await uniquePicture(640, 320, 3).png().toBuffer();
});
const address = () => `${site.url}/zh/post/${thread.id}`;

/* Chinese input methods: composed text arrives once, and their keys are no commands. */

interface Key {
  key: string;
  keyCode?: number;
  ctrlKey?: boolean;
  isComposing?: boolean;
}
const key = (page: Page, init: Key) =>
  replyTextbox(page).evaluate(
    (element, given: Key) =>
      void element.dispatchEvent(
        new KeyboardEvent('keydown', {
          bubbles: true,
          cancelable: true,
          ...given,
        } as KeyboardEventInit),
      ),
    init,
  );

test('[R24] composed characters arrive once: between others, in lists, behind Markdown’s signs, within bold text and over a selection; a mention is looked for while its name is composed; Enter and shortcuts during a composition neither send nor format', async ({
  page,
}) => {
  await openEditorWith(page, site, address(), '');
  const session = await page.context().newCDPSession(page);
  await compose(session, 'nihao', '你好');
  await compose(session, 'shijie', '世界');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await compose(session, 'xin', '新');
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe('<p>你好新世界</p>');
  await page.keyboard.press('End');
  // The browser reports the caret's move before it draws the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.keyboard.press('Enter');
  await page.keyboard.type('- ');
  await compose(session, 'yi', '一');
  await page.keyboard.press('Enter');
  await compose(session, 'er', '二');
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe(
    '<p>你好新世界</p><ul><li><p>一</p></li><li><p>二</p></li></ul>',
  );

  await clearEditor(page, thread.id);
  const { rows } = await site.db.$client.query<{ nickname: string }>(
    `
      select nickname
      from "user"
      where nickname ~ '^[一-龥]{2,}$' and id <> ${PEOPLE.member}
      order by posts_cnt desc
      limit 1`,
  );
  const name = rows[0]?.nickname ?? '';
  await page.keyboard.type('@');
  await compose(session, 'mingzi', name.slice(0, 2));
  await page.getByRole('option', { name: new RegExp(name) }).click();
  await expectSoon(() => readLocalDraft(page, thread.id)).toMatch(
    new RegExp(`^<p><a class="mention" data-user-id="\\d+" href="/user/\\d+">@${name}</a> ?</p>$`),
  );

  await clearEditor(page, thread.id);
  let sent = 0;
  await page.route('**/api/v1/post?*', (route) => {
    sent++;
    return route.abort();
  });
  await session.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
  for (const init of [
    { key: 'Enter', ctrlKey: true, isComposing: true },
    { key: 'Enter', ctrlKey: true, keyCode: 229 },
    { key: 'Enter', isComposing: true },
    { key: 'b', ctrlKey: true, isComposing: true },
    { key: 'k', ctrlKey: true, isComposing: true },
  ])
    await key(page, init);
  await session.send('Input.insertText', { text: '你' });
  await page.keyboard.type('a');
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe('<p>你a</p>');
  await expectSoon(() => page.locator('.rich .positioner').count()).toBe(0);
  expect(sent).toBe(0);

  await clearEditor(page, thread.id);
  await replyTextbox(page).fill('显卡驱动');
  await replyTextbox(page).press('Control+a');
  await replyTextbox(page).press('Control+b');
  await page.keyboard.press('End');
  await compose(session, 'hao', '好');
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe(
    '<p><strong>显卡驱动好</strong></p>',
  );
  await replyTextbox(page).press('Control+a');
  await compose(session, 'huan', '换');
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe('<p><strong>换</strong></p>');
});

/* Messages of older editors and other programs: editing must not lose any part. */

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

/** The meaningful elements of a message with their attributes, and its text. */
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

test('[R24] text pasted from Word retains its words, lists and stress, and nothing of Word; Markdown is formatted, its HTML stays text; plain text stays unchanged', async ({
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

/** The server's limit in bytes. */
const LIMIT = 2 * 1024 * 1024;
const FILE = '**/api/v1/thread/file';
const stored = /<img src="\/uploads\/[0-9a-f]{2}\/[0-9a-f]{32}[^"]*" alt="[^"]*">/;

test('[R33] a picture chosen by the button is uploaded with its progress, described, and published; a refusal appears at its picture and the text stays, a failed upload is tried again, a running one cancelled', async ({
  page,
  complaints,
}) => {
  let release = (): void => undefined;
  await page.route(FILE, async (route) => {
    await new Promise<void>((resolve) => (release = resolve));
    await route.continue();
  });
  await openEditorWith(page, site, address(), '看图 ');
  const chosen = page.waitForEvent('filechooser');
  await toolButton(page, '图片').click();
  await (await chosen).setFiles({ name: 'screen.png', mimeType: 'image/png', buffer: png });
  await replyTextbox(page).getByRole('progressbar').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await readLocalDraft(page, thread.id)).not.toMatch(/<img|data:|blob:/);
  await sendButton(page).click();
  await page.getByText('图片还没有传完').waitFor();
  release();
  await expectSoon(() => readLocalDraft(page, thread.id)).toMatch(stored);
  await replyTextbox(page).locator('.picture img').first().click();
  await page.getByRole('textbox', { name: '图片说明' }).fill('桌面截图');
  expect(await accessibilityProblems(page)).toEqual([]);
  await expectSoon(() => readLocalDraft(page, thread.id)).toContain('alt="桌面截图"');
  await sendButton(page).click();
  const shown = page.locator('#replies > .reply img[alt="桌面截图"]');
  await shown.waitFor();
  await expectSoon(async () => [
    await shown.getAttribute('width'),
    await shown.getAttribute('height'),
  ]).toEqual(['640', '320']);

  await page.unroute(FILE);
  await replyTextbox(page).fill('正文');
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chosen = page.waitForEvent('filechooser');
    await toolButton(page, '图片').click();
    await (await chosen).setFiles({ name, mimeType, buffer });
  };
  const refused: [string, string, Buffer, string][] = [
    ['photo.heic', 'image/heic', HEIC, '不支持 HEIC 照片'],
    ['x.svg', 'image/svg+xml', SVG, '不支持 SVG 图片'],
    ['big.png', 'image/png', Buffer.alloc(LIMIT + 1), '不支持这种格式'],
    [
      'moves.gif',
      'image/gif',
      Buffer.concat([await animation(80, 40, 3), Buffer.alloc(LIMIT)]),
      '动图无法自动压缩',
    ],
    [
      'moves.webp',
      'image/webp',
      Buffer.concat([await animation(80, 40, 3, 'webp'), Buffer.alloc(LIMIT)]),
      '动图无法自动压缩',
    ],
    ['broken.png', 'image/png', Buffer.from('no picture'), '不支持这种格式'],
  ];
  for (const [name, type, buffer, words] of refused) {
    await choose(name, type, buffer);
    await expectSoon(() => replyTextbox(page).getByRole('alert').textContent()).toContain(words);
    await replyTextbox(page).getByRole('button', { name: '移除' }).click();
    await expectSoon(() => replyTextbox(page).locator('.picture').count()).toBe(0);
  }
  let broken = true;
  await page.route(FILE, (route) => (broken ? route.abort() : route.continue()));
  await choose('a.png', 'image/png', png);
  await replyTextbox(page).getByRole('button', { name: '重试' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await readLocalDraft(page, thread.id)).toBe('<p>正文</p>');
  broken = false;
  await replyTextbox(page).getByRole('button', { name: '重试' }).click();
  await expectSoon(() => readLocalDraft(page, thread.id)).toMatch(stored);
  await page.unroute(FILE);
  await page.route(FILE, () => undefined);
  await choose('b.png', 'image/png', await uniquePicture(40, 40, 9).png().toBuffer());
  await replyTextbox(page).getByRole('button', { name: '取消' }).click();
  await expectSoon(() => replyTextbox(page).locator('.picture').count()).toBe(1);
  await expectConsoleMessages(
    complaints,
    /status of 415 .*\/api\/v1\/thread\/file/,
    /net::ERR_FAILED .*\/api\/v1\/thread\/file/,
  );
});

test('[R33] pictures are pasted and dropped, one inside of pasted HTML is uploaded instead of embedded as data; a phone’s photo that is too large is shrunk before sending, upright and in its proportions', async ({
  page,
}) => {
  await openEditorWith(page, site, address(), '');
  const base64 = png.toString('base64');
  await pasteInto(page, {}, [{ name: 'a.png', type: 'image/png', base64 }]);
  await expectSoon(
    async () => (await readLocalDraft(page, thread.id)).match(/<img src="\/uploads/g)?.length,
  ).toBe(1);
  await replyTextbox(page).evaluate((element, data) => {
    const transfer = new DataTransfer();
    transfer.items.add(
      new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], 'b.png', {
        type: 'image/png',
      }),
    );
    const { left, top } = element.getBoundingClientRect();
    for (const type of ['dragenter', 'dragover', 'drop'])
      element.dispatchEvent(
        new DragEvent(type, {
          dataTransfer: transfer,
          bubbles: true,
          cancelable: true,
          clientX: left + 20,
          clientY: top + 20,
        }),
      );
  }, base64);
  await expectSoon(
    async () => (await readLocalDraft(page, thread.id)).match(/<img src="\/uploads/g)?.length,
  ).toBe(2);
  await expectSoon(() => page.locator('.rich[data-drop]').count()).toBe(0);
  await pasteInto(page, {
    'text/html': `<p>来自文档<img src="data:image/png;base64,${base64}"><img src="file:///c:/x.png"></p>`,
    'text/plain': '来自文档',
  });
  await expectSoon(
    async () => (await readLocalDraft(page, thread.id)).match(/<img src="\/uploads/g)?.length,
  ).toBe(3);
  expect(await readLocalDraft(page, thread.id)).not.toMatch(/data:|file:/);

  const jpeg = await phonePhoto();
  expect(jpeg.length).toBeGreaterThan(LIMIT);
  await replyTextbox(page).fill('现场照片 ');
  const sent = page.waitForRequest(FILE);
  const chosen = page.waitForEvent('filechooser');
  await toolButton(page, '图片').click();
  await (await chosen).setFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: jpeg });
  expect((await (await sent).response())?.status()).toBe(200);
  await expectSoon(() => readLocalDraft(page, thread.id)).toMatch(stored);
  await sendButton(page).click();
  const shown = page.locator('#replies > .reply', { hasText: '现场照片' }).locator('img:not(.av)');
  await shown.waitFor();
  const [width, height] = [
    Number(await shown.getAttribute('width')),
    Number(await shown.getAttribute('height')),
  ];
  expect(width / height).toBeCloseTo(3 / 4, 2); // a portrait photo that is stored in landscape
  expect(height).toBeGreaterThan(1_500);
  // Red was on the left of the sensor, so it is at the top.
  const colours = await shown.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const context = new OffscreenCanvas(2, 2).getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0, 2, 2);
    const { data } = context.getImageData(0, 0, 1, 2);
    return [0, 4].map((at) => ((data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue'));
  });
  expect(colours).toEqual(['red', 'blue']);
});
