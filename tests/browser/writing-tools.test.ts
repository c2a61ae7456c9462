import { sql } from 'drizzle-orm';
import type { Locator, Page } from 'playwright';
import { beforeAll, beforeEach, expect } from 'vitest';
import { accessibilityProblems, expectSoon, login, test } from '../support/browser.ts';
import { type MadeThread, thread } from '../support/factories.ts';
import { createWriter, waitUntilPublished } from '../support/moderation-pages.ts';
import { PEOPLE } from '../support/people.ts';
import {
  openEditorWith,
  readLocalDraft,
  replyTextbox,
  sendButton,
  toolButton,
} from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';
import { messageTextbox } from '../support/thread-form-page.ts';

/* Tools and suggestions stay visible in long texts, and the editor shows the published look. */

const site = await startSite();
const ME = PEOPLE.member;
let made: MadeThread;
beforeAll(async () => {
  made = await thread(site.db, { replies: 1 });
});
beforeEach(async () => {
  for (const table of ['draft', 'rate_limit'])
    await site.db.execute(sql.raw(`delete from ${table}`));
});

async function openForm(page: Page): Promise<void> {
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/new?forum=1`);
  await messageTextbox(page).click();
}

/** Whether an element is in the window, and nothing covers its middle and its ends. */
const isSeen = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((one) => {
    const element = document.querySelector(one);
    const box = element?.getBoundingClientRect();
    if (!element || !box) return false;
    return [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 2].every((y) =>
      element.contains(document.elementFromPoint((box.left + box.right) / 2, y)),
    );
  }, selector);

async function writeParagraphs(page: Page, count: number): Promise<void> {
  for (let line = 1; line <= count; line++) {
    await page.keyboard.insertText(`行${line}`);
    await page.keyboard.press('Enter');
  }
}

test('[R23, R42] below a screen of text the toolbar, the words and the tools of tables, of long code and of mentions are visible', async ({
  page,
}) => {
  await openForm(page);
  // the first line has room below only: the toolbar stays free
  await toolButton(page, '表格').click();
  await expectSoon(() => isSeen(page, '.context')).toBe(true);
  expect(await isSeen(page, '.writing .tools')).toBe(true);
  await page.getByRole('button', { name: '删除表格' }).click();
  await writeParagraphs(page, 25);
  await expectSoon(() => isSeen(page, '.writing .tools')).toBe(true);
  await expectSoon(() => isSeen(page, '.under .count')).toBe(true);

  await toolButton(page, '表格').click();
  await expectSoon(() => isSeen(page, '.context')).toBe(true);
  for (const name of ['甲', '乙', '丙']) {
    await page.keyboard.insertText(name);
    await page.keyboard.press('Tab');
  }
  expect(await accessibilityProblems(page)).toEqual([]);
  const rows = messageTextbox(page).locator('tr');
  await page.getByRole('button', { name: '在下方插入行' }).click();
  await expectSoon(() => rows.count()).toBe(4);
  await page.getByRole('button', { name: '删除表格' }).click();
  await expectSoon(() => rows.count()).toBe(0);

  await toolButton(page, '提到某人').click();
  await page.keyboard.type('m');
  await expectSoon(() => isSeen(page, '.people')).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');

  await page.keyboard.type('``` x');
  for (let line = 1; line <= 40; line++) {
    await page.keyboard.press('Enter');
    await page.keyboard.insertText(`line ${line}`);
  }
  // from the end to above the window's middle and back; further down is outside of the code
  for (const [key, lines] of [
    ['ArrowUp', 30],
    ['ArrowDown', 20],
  ] as const) {
    for (let line = 0; line < lines; line++) await page.keyboard.press(key);
    await expectSoon(() => isSeen(page, '.context')).toBe(true);
  }
  await page.locator('.context').getByRole('combobox', { name: '语言' }).selectOption('python');
  await expectSoon(() => messageTextbox(page).locator('.language-python').count()).toBe(1);
  // they close when the caret moves elsewhere
  await page.locator('#thread-subject').click();
  await expectSoon(() => page.locator('.context').isVisible()).toBe(false);
});

test('[R24] signs between Chinese characters emphasize while products stay, and an address at the end is a link when the reply is sent by the keyboard', async ({
  page,
}) => {
  await openEditorWith(page, site, `${site.url}/zh/post/${made.id}`, '');
  await replyTextbox(page).click();
  for (const letter of '这是**粗体**和*斜体*，2*3*4，见https://forum.example/a')
    await page.keyboard.type(letter);
  await expectSoon(() => readLocalDraft(page, made.id)).toBe(
    '<p>这是<strong>粗体</strong>和<em>斜体</em>，2*3*4，见https://forum.example/a</p>',
  );
  const sent = page.waitForRequest(
    (one) => one.method() === 'POST' && /v1\/post\?/.test(one.url()),
  );
  await page.keyboard.press('Control+Enter');
  expect((await sent).postDataJSON()).toMatchObject({
    message:
      '<p>这是<strong>粗体</strong>和<em>斜体</em>，2*3*4，见<a href="https://forum.example/a">https://forum.example/a</a></p>',
  });
});

test('[R24, R42] a low window shows the whole emoji panel, with its search field and results', async ({
  open,
}) => {
  const page = await open({ width: 1024, height: 480 });
  await openEditorWith(page, site, `${site.url}/zh/post/${made.id}`, '');
  await toolButton(page, '表情').click();
  const field = page.getByRole('searchbox', { name: /^搜索表情/ });
  await field.fill('鼓掌');
  const found = page.getByRole('button', { name: '鼓掌' }).first();
  await found.waitFor();
  const isInWindow = (part: Locator) =>
    part.evaluate((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return top >= 0 && bottom <= innerHeight && left >= 0 && element.contains(onTop);
    });
  await expectSoon(() => isInWindow(page.locator('.emoji'))).toBe(true);
  expect(await isInWindow(field)).toBe(true);
  expect(await isInWindow(found)).toBe(true);
});

test('[R24, R42] a sticker is picked beside the emoji and is the same in the text, the preview and the reply, and its sign in an excerpt; the button that sends links the last address too', async ({
  page,
}) => {
  const { id } = await thread(site.db, { replies: 1 });
  await openEditorWith(page, site, `${site.url}/zh/post/${id}`, '好');
  await replyTextbox(page).press('End');
  await toolButton(page, '表情').click();
  await page.getByRole('button', { name: '贴纸' }).click();
  await page.getByRole('searchbox', { name: /^搜索表情/ }).fill('鼓');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: '鼓掌' }).click();
  await page.keyboard.type(' https://forum.example/b');
  const sticker =
    '<img class="emoji" title="clap" src="/assets/image/raccoon/[clap].gif" alt="👏" width="48" height="48">';
  await expectSoon(() => readLocalDraft(page, id)).toBe(
    `<p>好${sticker} https://forum.example/b</p>`,
  );
  const look = (where: string) =>
    page
      .locator(`${where} img.emoji`)
      .last()
      .evaluate((image) => {
        const { display, verticalAlign, width, height } = getComputedStyle(image);
        return { display, verticalAlign, width, height };
      });
  const inText = await look('.rich .ProseMirror');
  expect(inText).toEqual({
    display: 'inline-block',
    verticalAlign: 'middle',
    width: '48px',
    height: '48px',
  });
  await page.getByRole('button', { name: '预览' }).click();
  await page.locator('.preview img.emoji').waitFor();
  expect(await look('.preview')).toEqual(inText);
  await page.getByRole('button', { name: '预览' }).click();

  await page.reload();
  await page.getByText('继续写：好👏 https://forum.example/b').click();
  await replyTextbox(page).locator('img.emoji').waitFor();
  await page.keyboard.press('Control+End');
  await sendButton(page).click();
  const reply = page.locator('.reply', { hasText: 'forum.example/b' });
  await reply.getByRole('link', { name: 'https://forum.example/b' }).waitFor();
  expect(await look('.reply')).toEqual(inText);
});

const SAMPLE = `<h2>标题</h2><p>正文 <code>code</code> <strong>粗</strong> <em>强</em></p><h3>小标题</h3><ul><li><p>一</p><ul><li><p>二</p></li></ul></li></ul><ol><li><p>甲</p></li></ol><blockquote><p>引用</p><p>又一段</p></blockquote><pre><code>x = 1</code></pre><table><thead><tr><th>名称</th><th>值</th></tr></thead><tbody><tr><td>a</td><td>1</td></tr></tbody></table><hr><p>完</p>`;

const PARTS =
  'h2|h3|p|code|strong|em|ul|ul ul|ol|li|blockquote|blockquote > p + p|pre|pre > code|th|td|hr';

/** The styles of a text's parts: fonts, and the space around blocks. */
const readLooks = (page: Page, where: string): Promise<string[]> =>
  page
    .locator(where)
    .first()
    .evaluate(
      (prose, parts) =>
        parts.split('|').map((one) => {
          const element = prose.querySelector(one) as Element;
          const style = getComputedStyle(element);
          const { fontSize, fontWeight, lineHeight, color, fontStyle, listStyleType } = style;
          const letters = [fontSize, fontWeight, lineHeight, color, fontStyle, listStyleType];
          const isBlock = !/^(t[hd]|hr|code|strong|em|pre)$/.test(one);
          const { marginBlockStart, paddingInlineStart, paddingBlockStart } = style;
          const room = isBlock ? [marginBlockStart, paddingInlineStart, paddingBlockStart] : [];
          const { height } = element.getBoundingClientRect();
          const isList = /^([uo]l|li|pre)/.test(one);
          return [one, ...letters, ...room, isList ? '' : Math.round(height)].join(' ');
        }),
      PARTS,
    );

test('[R23] typed text looks in the editor as it is published, on the desktop and on phones', async ({
  page,
  open,
}) => {
  const { rows } = await site.db.execute<{ id: number }>(
    sql`select id from theme where forum_id = 1 order by rank, id limit 1`,
  );
  const writer = await createWriter(site, ME);
  const { data: own } = await writer.call<{ id: number }>('POST', '/api/v1/thread', {
    forum_id: 1,
    type_id: rows[0]?.id,
    subject: '样式',
    message: SAMPLE,
    language: 'zh_CN',
  });
  await waitUntilPublished(site, `/phone/zh/post/${own.id}`, '又一段');
  await waitUntilPublished(site, `/zh/post/${own.id}`, '又一段');
  const phone = await open({ width: 390, height: 844, hasTouch: true, isMobile: true });
  for (const [window, root] of [[page, 'zh'] as const, [phone, 'phone/zh'] as const]) {
    const looks = (where: string) => readLooks(window, where);
    await login(window, site, ME);
    await window.goto(`${site.url}/${root}/edit?id=${own.id}`);
    await window.locator('.ProseMirror h2').waitFor();
    const written = await looks('.ProseMirror');
    await window.goto(`${site.url}/${root}/post/${own.id}`);
    await window.locator('.prose h2').waitFor();
    expect(written, root).toEqual(await looks('.prose'));
  }
});
