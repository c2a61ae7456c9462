import { sql } from 'drizzle-orm';
import type { Locator, Page } from 'playwright';
import { beforeEach, expect } from 'vitest';
import { expectSoon, login, PHONES, test } from '../support/browser.ts';
import {
  clearEditor,
  findOpenThread,
  MEMBER,
  pasteInto,
  replyTextbox,
  toolButton,
} from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';
import { messageTextbox, subjectField } from '../support/thread-form-page.ts';

const site = await startSite();
const thread = await findOpenThread(site);
beforeEach(async () => void (await site.db.execute(sql`delete from draft`)));

const colourOf = (element: Locator) => element.evaluate((one) => getComputedStyle(one).color);
const textColour = (page: Page) => colourOf(page.locator('body'));
const widthOf = async (element: Locator) => {
  const box = await element.boundingBox();
  return { left: box?.x ?? 0, right: (box?.x ?? 0) + (box?.width ?? 0) };
};

test('[R23, R42] a subject has the colour of text with the pointer over its field, and the line of the buttons covers both edges of the message below it', async ({
  page,
}) => {
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/new`);
  await messageTextbox(page).waitFor();
  await subjectField(page).click();
  await page.keyboard.type('外接屏幕不亮');
  expect(await colourOf(subjectField(page))).toBe(await textColour(page));
  const [line, editor] = await Promise.all([
    widthOf(page.locator('.submit-line')),
    widthOf(page.locator('.writing .editor')),
  ]);
  expect(line.left).toBeLessThanOrEqual(editor.left - 1);
  expect(line.right).toBeGreaterThanOrEqual(editor.right + 1);
});

test('[R24] a mention at the end of a line leaves the other lines to the editor', async ({
  page,
}) => {
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/post/${thread.id}`);
  await page.locator('.account .me .av').waitFor();
  await page.locator('[data-act="compose"]').click();
  await replyTextbox(page).waitFor();
  await page.keyboard.type('一行 @尺规');
  await page.getByRole('option', { name: '尺规作图' }).click();
  await replyTextbox(page).locator('.mention').waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.keyboard.type('下一行');
  const lines = replyTextbox(page).locator('p');
  await expectSoon(() => lines.count()).toBe(2);
  await expectSoon(() =>
    lines.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().height)).size),
  ).toBe(1);
});

test('[R24] punctuation after a mention replaces the space that came with it', async ({ page }) => {
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/post/${thread.id}`);
  await page.locator('.account .me .av').waitFor();
  await page.locator('[data-act="compose"]').click();
  await replyTextbox(page).waitFor();
  await clearEditor(page, thread.id);
  await page.keyboard.type('谢谢@尺规');
  await page.getByRole('option', { name: '尺规作图' }).click();
  await replyTextbox(page).locator('.mention').waitFor();
  await page.keyboard.type('，好了');
  await expectSoon(() => replyTextbox(page).innerText()).toBe('谢谢@尺规作图，好了');
});

for (const height of [900, 720])
  test(`[R26] in a window of ${height} pixels the button for a poll is above the bar of the thread form`, async ({
    open,
  }) => {
    const page = await open({ width: 1280, height });
    await login(page, site, MEMBER);
    await page.goto(`${site.url}/zh/new`);
    await messageTextbox(page).waitFor();
    const poll = await page.locator('.poll-start').boundingBox();
    const bar = await page.locator('.submit-line').boundingBox();
    expect((poll?.y ?? 0) + (poll?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  });

test('[R23] the preview of a long thread opens at its beginning', async ({ page }) => {
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/new`);
  await messageTextbox(page).click();
  for (let line = 0; line < 40; line++) {
    await page.keyboard.insertText(`第 ${line} 行`);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: '预览', exact: true }).click();
  await page.locator('.thread-preview .preview p').first().waitFor();
  const top = () =>
    page.locator('.thread-preview').evaluate((one) => one.getBoundingClientRect().top);
  await expectSoon(top).toBeGreaterThan(50);
  expect(await top()).toBeLessThan(200);
});

test('[R23] the tools of a table in the first line are above it', async ({ page }) => {
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/new`);
  await messageTextbox(page).click();
  await toolButton(page, '表格').click();
  const table = page.locator('.rich table');
  const tools = page.locator('.context');
  await tools.waitFor();
  const place = async (element: Locator) => (await element.boundingBox()) ?? { y: 0, height: 0 };
  await expectSoon(async () => {
    const [above, below] = await Promise.all([place(tools), place(table)]);
    return above.y + above.height <= below.y;
  }).toBe(true);
});

test('[R33] pasted pictures have a gap between them, and the last one is in view', async ({
  page,
}) => {
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/new`);
  await messageTextbox(page).click();
  for (let line = 0; line < 12; line++) await page.keyboard.press('Enter');
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [900, 600];
    canvas.getContext('2d')?.fillRect(0, 0, 900, 600);
    return canvas.toDataURL('image/png').split(',')[1] as string;
  });
  const file = (name: string) => ({ name, type: 'image/png', base64 });
  await pasteInto(page, {}, [file('a.png'), file('b.png')], messageTextbox(page));
  const pictures = messageTextbox(page).locator('.picture img');
  await expectSoon(() => pictures.count()).toBe(2);
  const boxes = async () =>
    pictures.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
    );
  await expectSoon(async () => (await boxes())[1]?.height ?? 0).toBeGreaterThan(300);
  await expectSoon(async () => {
    const [first, second] = await boxes();
    return (second?.top ?? 0) - (first?.bottom ?? 0);
  }).toBeGreaterThanOrEqual(8);
  const bar = await page.locator('.submit-line').boundingBox();
  await expectSoon(async () => ((await boxes())[1]?.bottom ?? 9_999) <= (bar?.y ?? 0)).toBe(true);
});

for (const [name, options, path] of [
  ['the desktop', {}, ''],
  ['a phone', PHONES[1], '/phone'],
] as const)
  test(`[R24, R42] on ${name} text typed before the page’s scripts have loaded looks like text, not like a hint`, async ({
    open,
  }) => {
    const page = await open(options);
    await login(page, site, MEMBER);
    await page.route('**/*.js', () => {});
    await page.goto(`${site.url}${path}/zh/post/${thread.id}`, { waitUntil: 'commit' });
    await page.locator('#compose .start').click();
    await page.keyboard.type('马上写');
    expect(await colourOf(page.locator('textarea.start'))).toBe(await textColour(page));
  });
