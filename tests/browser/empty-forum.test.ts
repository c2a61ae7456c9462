import { sql } from 'drizzle-orm';
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { readEnv } from '#platform/env.ts';
import { loadNothing } from '../../scripts/seed/load-nothing.ts';
import { createClaimAddress } from '../../scripts/start/claim-address.ts';
import {
  allowConsoleMessages,
  expectSoon,
  login,
  type OpenWindow,
  PHONES,
  test,
} from '../support/browser.ts';
import { member } from '../support/factories.ts';
import { chooseInModerateMenu, dialog, waitUntilPublished } from '../support/moderation-pages.ts';
import { openReplySheet, replyField, sheetButton } from '../support/phone-reply-sheet.ts';
import { chooseInPostMenu } from '../support/post-menu.ts';
import { pasteInto, replyTextbox, sendButton, toolButton } from '../support/reply-composer.ts';
import { uniquePicture } from '../support/sample-pictures.ts';
import { emptyDatabase } from '../support/test-database.ts';
import { pageText, type Site, startSite } from '../support/test-site.ts';
import {
  chooseTheme,
  messageTextbox,
  replaceMessage,
  subjectField,
  submitButton,
} from '../support/thread-form-page.ts';

/* An empty forum: from its setup to its first moderated reply. */

const t = translator('zh');
const png = await uniquePicture(640, 480).png().toBuffer();
const VIDEO = 'https://www.bilibili.com/video/BV1GJ411x7h7';
const PLAYER = 'https://player.bilibili.com/**';

/** A forum as `npm start -- --empty` creates it; `claim` is the printed address. */
async function startEmptySite(): Promise<{ site: Site; claim: string }> {
  const { db, url } = await emptyDatabase();
  await loadNothing(db);
  const site = await startSite({ databaseUrl: url, env: { CAPTCHA_PROVIDER: 'none' } });
  const { address } = await createClaimAddress(url, readEnv({ SITE_URL: site.url }));
  return { site, claim: address as string };
}

/** The first administrator claims the forum, names it and creates a template's forums. */
async function setUp(page: Page): Promise<number> {
  const press = (name: string) =>
    page.locator('button, a').getByText(name, { exact: true }).click();
  await page.goto(claim);
  await page.getByText(t('admin.setup.claim.login'), { exact: true }).click();
  await page.locator('input[name=name]').fill('苏禾');
  await page.keyboard.press('Enter');
  const heading = page.locator('#setup-step');
  await expectSoon(() => heading.textContent()).toBe(t('admin.config.name.brand'));
  await page.getByLabel(t('admin.config.field.brandName'), { exact: true }).fill('青禾');
  await page.getByLabel(t('admin.config.field.brandName_en'), { exact: true }).fill('Qinghe');
  await press(t('admin.form.save'));
  await expectSoon(() => pageText(site, '/zh')).toContain('青禾');
  await press(t('admin.setup.next'));
  for (const step of ['provider', 'mail'] as const) {
    await expectSoon(() => heading.textContent()).toBe(t(`admin.setup.step.${step}`));
    await press(t('admin.setup.skip'));
  }
  await expectSoon(() => heading.textContent()).toBe(t('admin.setup.step.forums'));
  await page.getByRole('radio').first().press('ArrowDown');
  await press(t('admin.setup.forums.create'));
  await page.getByText(t('admin.setup.forums.there', { count: 7 })).waitFor();
  const { rows } = await site.db.execute<{ id: number }>(
    sql`select id from "user" where nickname = '苏禾'`,
  );
  return rows[0]?.id as number;
}

async function buildPoll(page: Page): Promise<void> {
  await page.locator('.poll-start').click();
  await page.locator('.poll-builder .question').fill('用哪一个？');
  for (const [index, text] of ['甲', '乙'].entries())
    await page.locator('.poll-options input').nth(index).fill(text);
}

/** Differences between the sites: addresses and composers. */
const SITES = {
  desktop: {
    path: '/zh',
    kinds: ['p', 'img', 'iframe'],
    window: {},
    async writeMessage(page: Page, text: string) {
      await messageTextbox(page).click();
      await page.keyboard.insertText(text);
      await pasteInto(page, { 'text/plain': VIDEO }, [], messageTextbox(page));
      const chosen = page.waitForEvent('filechooser');
      await toolButton(page, '图片').click();
      await (await chosen).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
      await messageTextbox(page).locator('.picture img').waitFor();
      await expectSoon(() => messageTextbox(page).getByRole('progressbar').count()).toBe(0);
    },
    async writeReply(page: Page, text: string) {
      await page.locator('#compose [data-act="compose"]').click();
      await replyTextbox(page).fill(text);
      await page.locator('.editor').getByRole('button', { name: '预览' }).click();
      await page.locator('.editor .preview .prose', { hasText: text }).waitFor();
      await sendButton(page).click();
    },
  },
  phone: {
    path: '/phone/zh',
    kinds: ['p', 'img'],
    window: PHONES[0],
    async writeMessage(page: Page, text: string) {
      await page.locator('.writing .editor textarea:visible').fill(text);
      const chosen = page.waitForEvent('filechooser');
      await page.locator('.writing').getByRole('button', { name: '图片' }).click();
      await (await chosen).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
      await page.locator('.writing .thumbs img').waitFor();
      await expectSoon(() => page.getByRole('progressbar').count()).toBe(0);
    },
    async writeReply(page: Page, text: string) {
      await openReplySheet(page);
      await replyField(page).fill(text);
      await sheetButton(page, '发送').click();
    },
  },
} as const;

const { site, claim } = await startEmptySite();
let founder: number;
let reader: number;
/** A thread with a video, created on the desktop site. */
let thread: number;

async function openSite(open: OpenWindow, name: keyof typeof SITES, userId: number): Promise<Page> {
  const page = await open(SITES[name].window);
  await page.route(PLAYER, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await login(page, site, userId);
  return page;
}

/** Waits until a message contains each kind of element. */
async function expectShown(page: Page, within: string, tags: readonly string[]): Promise<void> {
  for (const tag of tags) await page.locator(`${within} ${tag}`).first().waitFor();
}

test('[R9, R22, R52] a forum that begins with nothing is set up by its first administrator', async ({
  page,
}) => {
  founder = await setUp(page);
  reader = await member(site.db, { nickname: '林间' });
  expect(await pageText(site, '/phone/zh/forums')).toContain('/phone/zh/forum/1');
});

test.for(['desktop', 'phone'] as const)(
  '[R23, R24, R28, R30, R31, R52] the first thread of a forum is written, answered, moderated and found: %s',
  async (name, { open }) => {
    const { path, kinds, writeMessage, writeReply } = SITES[name];
    const subject = `第一个主题，${name}`;
    const press = (button: Locator) => (name === 'phone' ? button.tap() : button.click());
    const page = await openSite(open, name, founder);
    await page.goto(`${site.url}${path}/new?forum=1`);
    await subjectField(page).waitFor();
    await chooseTheme(page, 1);
    await subjectField(page).fill(subject);
    await writeMessage(page, `${name} 的正文`);
    await buildPoll(page);
    await page.locator('.submit-line').getByRole('button', { name: '预览' }).click();
    await expectShown(page, '.thread-preview .prose', kinds);
    await page.locator('.thread-preview .poll').waitFor();
    await press(submitButton(page));
    await page.waitForURL(/\/post\/\d+$/);
    await expectShown(page, '.post > .prose', kinds);
    await page.locator('#poll').getByText('用哪一个？').waitFor();
    const address = new URL(page.url()).pathname;
    if (name === 'desktop') thread = Number(address.split('/').at(-1));

    const [answer, comment] = [`第一条回复，${name}`, `第一条评论，${name}`];
    const other = await openSite(open, name, reader);
    await other.goto(`${site.url}${path}/post/${thread}`);
    await expectShown(other, '.post > .prose', SITES.desktop.kinds);
    await other.goto(site.url + address);
    await other.locator('#compose [data-act="compose"]').waitFor();
    await writeReply(other, answer);
    const reply = other.locator('.reply', { hasText: answer });
    await reply.locator('.prose p', { hasText: answer }).waitFor();
    await waitUntilPublished(site, address, answer);
    await other.reload();
    await reply.locator('[data-act="more"]').waitFor(); // the islands have loaded
    await press(reply.locator('[data-act="comment"]'));
    const field = other.getByRole('textbox', { name: '写评论' });
    await field.fill(comment);
    await field.press('Control+Enter');
    await reply.locator('.comments li', { hasText: comment }).waitFor();
    await chooseInPostMenu(other, '.post', '举报');
    await dialog(other).getByRole('radio').first().check();
    await dialog(other)
      .getByRole('button', { name: t('report.send') })
      .click();
    await other.locator('.toast').getByText(t('report.sent')).waitFor();

    await other.goto(`${site.url}${path}/me/letters?with=${founder}`);
    const pen = other.getByRole('textbox', { name: '发给 苏禾' });
    await pen.fill(`你好，${name}`);
    await pen.press('Control+Enter');
    await other.locator('.letter .message-text p', { hasText: `你好，${name}` }).waitFor();

    await page.goto(site.url + address);
    await chooseInModerateMenu(page, '.reply', '隐藏');
    await dialog(page).locator('button[type="submit"]').click();
    await expectSoon(() => pageText(site, address)).not.toContain(answer);

    await page.goto(`${site.url}${path}/search?q=${encodeURIComponent(subject)}`);
    await page.locator('.hit', { hasText: subject }).waitFor();
    await expectSoon(() => pageText(site, '/zh/feed.xml')).toContain(subject);
    for (const list of [path, `${path}/forum/1`])
      await expectSoon(() => pageText(site, list), list).toContain(`href="${address}"`);
  },
);

/** Tables that are empty in a new forum, or contain only rows that its users refer to. */
const EMPTIED: Record<string, string> = {
  config_entry: 'delete from config_entry',
  level: 'delete from level where id not in (select level_id from "user")',
  sensitive_word: 'delete from sensitive_word',
  search_word: 'delete from search_word',
  forum_day: 'delete from forum_day',
  group: 'delete from "group" where id not in (select group_id from "user")',
};

test.for(Object.entries(EMPTIED))(
  '[R6, R23, R24, R34, R52] pages and islands work with nothing in %s',
  async ([table, statement], { open, complaints }) => {
    // tables stay empty; Chromium reports the missing list of frame hosts as a failed resource
    allowConsoleMessages(complaints, /config\/iframe_allow/);
    await site.db.execute(sql.raw(statement));
    const page = await openSite(open, 'desktop', reader);
    await page.goto(`${site.url}/zh/new?forum=2`);
    await messageTextbox(page).waitFor();
    await chooseTheme(page, 1);
    await subjectField(page).fill(`没有 ${table}`);
    await replaceMessage(page, `没有 ${table} 的正文`);
    await submitButton(page).click();
    await page.waitForURL(/\/post\/\d+$/);
    await page.locator('.post > .prose p', { hasText: table }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1);

    const phone = await openSite(open, 'phone', founder);
    await phone.goto(`${site.url}/phone/zh/post/${id}`);
    await SITES.phone.writeReply(phone, `没有 ${table} 的回复`);
    await phone.locator('.reply .prose p', { hasText: table }).waitFor();
    for (const path of ['/zh', '/phone/zh'])
      for (const list of [path, `${path}/forums`, `${path}/forum/2`, `${path}/user/${reader}`])
        await expectSoon(() => pageText(site, list), list).toContain(`${path}/`);
    await expectSoon(() => pageText(site, '/zh/forum/2')).toContain(`/zh/post/${id}"`);
  },
);
