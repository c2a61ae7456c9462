import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect } from 'vitest';
import { LANGS } from '#contracts/language.ts';
import {
  accessibilityProblems,
  allowConsoleMessages,
  expectConsoleMessages,
  expectSoon,
  login,
  PHONES,
  test,
} from '../support/browser.ts';
import { slideByTouch } from '../support/captcha-slide.ts';
import type { FoundThread } from '../support/find-thread.ts';
import { dialog } from '../support/moderation-pages.ts';
import {
  openOnPhone,
  openReplySheet,
  reloadReplySheet,
  replyField,
  replySheet,
  sheetButton,
} from '../support/phone-reply-sheet.ts';
import {
  findOpenThread,
  fulfillRefusal,
  MEMBER,
  POST_ROUTE,
  readLocalDraft,
} from '../support/reply-composer.ts';
import { uniquePicture } from '../support/sample-pictures.ts';
import { startSite } from '../support/test-site.ts';

/* The sheet in which members write replies on phones. */

const site = await startSite({ env: { CAPTCHA_PROVIDER: 'builtin' } });
const [small, wide] = PHONES;
const lying = { ...small, width: small.height, height: small.width };
let thread: FoundThread;
let png: Buffer;
beforeAll(async () => {
  thread = await findOpenThread(site);
  png = await uniquePicture(640, 480, 3).png().toBuffer();
  // The first rendered page takes longer than the tests' timeout.
  await fetch(`${site.url}/phone/zh/post/${thread.id}`);
});
beforeEach(async () => {
  for (const table of ['draft', 'rate_limit'])
    await site.db.execute(sql.raw(`delete from ${table}`));
});

const WORDS = { zh: { send: '发送', picture: '图片' }, en: { send: 'Send', picture: 'Picture' } };
/** Each language with the theme while writing, and the theme while sending after a rotation. */
const LOOKS = {
  zh: [
    { ...small, colorScheme: 'light' },
    { ...lying, colorScheme: 'light' },
  ],
  en: [
    { ...lying, colorScheme: 'light' },
    { ...wide, colorScheme: 'dark' },
  ],
} as const;

test.for(LANGS)(
  '[R24, R33] in %s a member answers somebody with a picture on an upright phone and a lying one, and the reply is there',
  async (lang, { open }) => {
    // Each in its own thread: a closed page may send its draft during the next test.
    const own = await findOpenThread(
      site,
      sql`t.replies_cnt between 2 and 10 and t.last_floor < 15 and t.id % 2 = ${+(lang === 'en')}`,
    );
    const page = await openOnPhone(site, open, { ...LOOKS[lang][0], language: lang }, own.id);
    const words = WORDS[lang];
    const said = `phone ${lang} ${Date.now()}`;
    const quoted = page.locator('.reply[data-slot]:not(.featured)').first();
    await quoted.locator('[data-act="quote"]').tap();
    await replyField(page).waitFor();
    await expectSoon(() => replySheet(page).locator('.quoting').textContent()).toContain(
      await quoted.getAttribute('data-nick'),
    );
    await replyField(page).fill(`${said}\n**bold** <b>`);
    const chosen = page.waitForEvent('filechooser');
    await sheetButton(page, words.picture).tap();
    await (await chosen).setFiles({ name: 'screen.png', mimeType: 'image/png', buffer: png });
    await expectSoon(() => readLocalDraft(page, own.id)).toMatch(
      /<p><img src="\/uploads\/[^"]+" alt=""><\/p>$/,
    );
    for (const { width, height, colorScheme } of LOOKS[lang]) {
      const look = `${width} × ${height}, ${colorScheme}`;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(page), look).toEqual([]);
      const buttons = replySheet(page).locator('button:visible');
      const sizes = () =>
        buttons.evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect()).map((box) => [box.width, box.height]),
        );
      await expectSoon(async () => Math.min(...(await sizes()).flat()), look).toBeGreaterThan(43.9);
      const isNarrow = () => document.documentElement.scrollWidth <= innerWidth;
      await expectSoon(() => page.evaluate(isNarrow), look).toBe(true);
    }
    await sheetButton(page, words.send).tap();
    const sent = page.locator('#replies > .reply', { hasText: said });
    await sent.locator('.prose img').waitFor();
    await expectSoon(() => sent.locator('strong').textContent()).toBe('bold');
    await expectSoon(() => sent.locator('.prose').textContent()).toContain('<b>');
    await expectSoon(() => sent.locator('.quote').count()).toBe(1);
    await expectSoon(() => replySheet(page).isVisible()).toBe(false);
    await expectSoon(() => readLocalDraft(page, own.id)).toBe('');
    await expectSoon(() =>
      site.db
        .execute(sql`select 1 from post where thread_id = ${own.id} and source like ${`%${said}%`}`)
        .then(({ rows }) => rows.length),
    ).toBe(1);
  },
);

test('[R27] typed text is restored when the sheet was closed, when the phone is rotated and after a reload; content beyond a textarea continues in the full editor, undamaged', async ({
  open,
}) => {
  const page = await openOnPhone(site, open, small, thread.id);
  await openReplySheet(page);
  const said = '第一行\n- 一\n- **二**\n\n`代码` 1 * 2 * 3';
  await replyField(page).fill(said);
  await sheetButton(page, '收起').tap();
  await expectSoon(() => replySheet(page).isVisible()).toBe(false);
  await expectSoon(() => page.locator('#compose .start').textContent()).toContain('第一行');
  await openReplySheet(page);
  await expectSoon(() => replyField(page).inputValue()).toBe(said);
  await page.setViewportSize({ width: small.height, height: small.width });
  await expectSoon(() => replyField(page).inputValue()).toContain('第一行');
  await expectSoon(async () => {
    const box = await sheetButton(page, '发送').boundingBox();
    return box && box.y >= 0 && box.y + box.height <= small.width;
  }).toBe(true);
  const html = await readLocalDraft(page, thread.id);
  await page.reload();
  await openReplySheet(page);
  await expectSoon(() => replyField(page).inputValue()).toContain('- **二**');
  await replyField(page).press('End');
  await replyField(page).pressSequentially('x');
  await replyField(page).press('Backspace');
  await expectSoon(() => readLocalDraft(page, thread.id)).toBe(html);

  const other = await findOpenThread(
    site,
    sql`t.replies_cnt between 2 and 10 and t.id <> ${thread.id}`,
  );
  const table =
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table><p>之后</p>';
  await page.evaluate(
    ([key, kept]) => localStorage.setItem(key as string, kept as string),
    [
      `draft:${MEMBER}:${other.id}-0:older`,
      JSON.stringify({ content: { html: table }, at: Date.now(), id: 0, base: '', dirty: true }),
    ],
  );
  await page.goto(`${site.url}/phone/zh/post/${other.id}`);
  await page.locator('.reply [data-act="more"]').first().waitFor();
  await page.locator('#compose [data-act="compose"]').tap();
  await replyField(page).locator('td').waitFor();
  await replyField(page).locator('p').last().tap();
  await page.keyboard.press('End');
  await page.keyboard.type('！');
  await expectSoon(() => readLocalDraft(page, other.id)).toBe(table.replace('之后', '之后！'));
  expect(await accessibilityProblems(page)).toEqual([]);
  // No draft may be in flight when the next test starts.
  await expectSoon(async () =>
    (await site.db.execute<{ body: string }>(sql`select body::text from draft`)).rows.map(
      ({ body }) => body.includes('之后！'),
    ),
  ).toContain(true);
});

test('[R24, R14, R32] a refusal appears in the sheet: sensitive words are selected, a wait counts down; a Chinese input method’s text arrives once, even during a picture’s upload; the sheet stays above the keyboard', async ({
  open,
  complaints,
}) => {
  const page = await openOnPhone(site, open, small, thread.id);
  await openReplySheet(page);
  await replyField(page).fill('这里有坏词在中间');
  const found = { err_payload: ['坏词'], err_values: { words: '坏词' } };
  await page.route(POST_ROUTE, fulfillRefusal({ code: 2, err_code: 'verify', ...found }));
  await sheetButton(page, '发送').tap();
  await replySheet(page).getByRole('alert').waitFor();
  await expectSoon(() => replySheet(page).getByRole('alert').textContent()).toContain('坏词');
  await expectSoon(() =>
    replyField(page).evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    ),
  ).toBe('坏词');
  expect(await accessibilityProblems(page)).toEqual([]);
  await replyField(page).fill('好词');
  await expectSoon(() => replySheet(page).getByRole('alert').count()).toBe(0);
  await page.route(POST_ROUTE, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '20' },
      json: { code: 2, err_code: 'tooMany', msg: '' },
    }),
  );
  await sheetButton(page, '发送').tap();
  await replySheet(page)
    .getByRole('button', { name: /^\d+ 秒$/ })
    .waitFor();
  await expectConsoleMessages(complaints, /status of 429 .*\/api\/v1\/post\?/);

  await replyField(page).fill('');
  const uploading = Promise.withResolvers<void>();
  await page.route('**/api/v1/thread/file', async (route) => {
    await uploading.promise;
    await route.continue();
  });
  const chosen = page.waitForEvent('filechooser');
  await sheetButton(page, '拍照').tap();
  await (await chosen).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: png });
  await replySheet(page).getByRole('progressbar').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await replyField(page).focus();
  const session = await page.context().newCDPSession(page);
  const type = async (letters: string, characters: string) => {
    for (let length = 1; length <= letters.length; length++)
      await session.send('Input.imeSetComposition', {
        text: letters.slice(0, length),
        selectionStart: length,
        selectionEnd: length,
      });
    if (letters === 'shijie') {
      uploading.resolve();
      await expectSoon(() => replySheet(page).getByRole('progressbar').count()).toBe(0);
    }
    await session.send('Input.insertText', { text: characters });
  };
  await type('nihao', '你好');
  await type('shijie', '世界');
  await replyField(page).press('Home');
  await type('xin', '新');
  await expectSoon(() => replyField(page).inputValue()).toBe('新你好世界');
  await expectSoon(() => readLocalDraft(page, thread.id)).toMatch(
    /^<p>新你好世界<\/p><p><img src="\/uploads\/[^"]+" alt=""><\/p>$/,
  );

  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', {
      configurable: true,
      value: innerHeight - 300,
    });
    visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expectSoon(async () => {
    const box = await replySheet(page).boundingBox();
    return box && [Math.round(box.y + box.height), box.y >= 0];
  }).toEqual([small.height - 300, true]);
});

test('[R24] a mention is completed, and retains its person over a reload; an emoji and a symbol from "more" are inserted at the cursor', async ({
  open,
}) => {
  const other = await findOpenThread(
    site,
    sql`t.replies_cnt between 2 and 10 and t.id <> ${thread.id}`,
  );
  const page = await openOnPhone(site, open, wide, other.id);
  const { rows } = await site.db.$client.query<{ id: number; nickname: string }>(
    `
      select id, nickname
      from "user"
      where nickname ~ '^[一-龥]{2,}$' and id <> ${MEMBER}
      order by posts_cnt desc
      limit 1`,
  );
  const { id, nickname } = rows[0] as { id: number; nickname: string };
  await openReplySheet(page);
  await replyField(page).fill('谢谢');
  await sheetButton(page, '提到某人').tap();
  await page.keyboard.insertText(nickname.slice(0, 2));
  const option = replySheet(page)
    .getByRole('option', { name: new RegExp(nickname) })
    .first();
  await option.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await option.tap();
  const mention = `<a class="mention" data-user-id="${id}" href="/user/${id}">@${nickname}</a>`;
  await expectSoon(() => readLocalDraft(page, other.id)).toBe(`<p>谢谢${mention} </p>`);
  await sheetButton(page, '表情').tap();
  await replySheet(page).getByRole('searchbox').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await replySheet(page).locator('.emoji button').first().tap();
  await expectSoon(() => replyField(page).inputValue()).toMatch(/^谢谢@\S+ \p{Emoji}/u);
  await sheetButton(page, '更多格式').tap();
  await page.getByRole('menuitem', { name: '引用' }).tap();
  await expectSoon(() => readLocalDraft(page, other.id)).toMatch(/^<blockquote>/);
  await reloadReplySheet(page);
  await expectSoon(() => replyField(page).inputValue()).toContain(`@${nickname}`);
  await replyField(page).press('Control+End');
  await page.keyboard.type('!');
  await expectSoon(() => readLocalDraft(page, other.id)).toContain(mention);
});

test('[R32] a newcomer solves the captcha above the sheet; closing it sends nothing and loses nothing', async ({
  open,
}) => {
  const { rows } = await site.db.execute<{ id: number }>(
    sql`
      insert into "user" (username, nickname, group_id)
      values ('newonphone', '新来的', 10)
      returning id`,
  );
  const page = await openOnPhone(site, open, small, thread.id, rows[0]?.id);
  const said = `新来的第一句 ${Date.now()}`;
  await openReplySheet(page);
  await replyField(page).fill(said);
  await sheetButton(page, '发送').tap();
  await dialog(page).locator('.piece').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: '关闭' }).tap();
  await expectSoon(() => page.locator('.captcha').count()).toBe(0);
  await expectSoon(() => replyField(page).inputValue()).toBe(said);
  await expectSoon(async () => {
    if ((await page.locator('.captcha').count()) === 0)
      await sheetButton(page, '发送').tap({ timeout: 1_000 });
    return page.locator('.captcha .piece').count();
  }).toBe(1);
  await slideByTouch(page, site.db);
  await page.locator('#replies > .reply', { hasText: said }).waitFor();
});

test('[R24] a touch shows the sheet before its file has loaded, which only writers load, accepts text at once, and closes it meanwhile', async ({
  open,
}) => {
  const page = await open(small);
  await login(page, site, MEMBER);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined }),
  ); // requests of the service worker can't be held back
  let asked = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/ReplySheet\.[^/]+\.js$/, async (route) => {
    asked++;
    await held;
    await route.continue();
  });
  await page.goto(`${site.url}/phone/zh/post/${thread.id}`);
  await page.locator('.reply [data-act="more"]').first().waitFor();
  const start = page.locator('#compose [data-act="compose"]');
  const frame = page.locator('.reply-sheet:has(.early)');
  expect(asked).toBe(0);
  await start.tap();
  await frame.getByRole('heading').waitFor();
  await expectSoon(() => replySheet(page).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await frame.getByRole('textbox', { name: '写回复' }).fill('先写着');
  await frame.getByRole('button', { name: '收起' }).tap();
  await frame.waitFor({ state: 'detached' });
  await expectSoon(() => start.textContent()).toBe('继续写：先写着');
  await start.tap();
  await frame.waitFor();
  release();
  await replyField(page).waitFor();
  await expectSoon(async () => [await replyField(page).inputValue(), asked]).toEqual(['先写着', 1]);
});

test('[R18, R29] while the server is unavailable the sheet says so in a line of its own; its head is unchanged, and the reply can be cancelled', async ({
  open,
  complaints,
}) => {
  for (const language of LANGS) {
    const page = await openOnPhone(site, open, { ...small, language }, thread.id);
    await openReplySheet(page);
    const sheet = replySheet(page);
    await replyField(page).fill('断线时写的');
    const head = async () => (await sheet.locator('header').boundingBox())?.height;
    const before = await head();
    await page.route('**/api/**', (route) => route.abort());
    await sheetButton(page, WORDS[language].send).tap();
    const paused = sheet.locator('.editor > .paused');
    await paused.getByRole('button', { name: /^(取消|Cancel)$/ }).waitFor();
    await expectSoon(async () => (await paused.boundingBox())?.width).toBe(small.width);
    expect(await head()).toBe(before);
    expect(await accessibilityProblems(page), language).toEqual([]);
    await paused.getByRole('button').tap();
    await expectSoon(() => replyField(page).isEditable()).toBe(true);
    await expectSoon(() => replyField(page).inputValue()).toBe('断线时写的');
  }
  await expectConsoleMessages(complaints, /net::ERR_FAILED .*\/api\/v1\/post/);
  allowConsoleMessages(complaints, /net::ERR_FAILED .*\/api\//);
});
