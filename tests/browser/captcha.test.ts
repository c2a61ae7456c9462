import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeEach, expect } from 'vitest';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  login,
  test,
} from '../support/browser.ts';
import {
  handMovement,
  locateGrip,
  PIECE_TRAVEL,
  readGap,
  slideByTouch,
} from '../support/captcha-slide.ts';
import { findThread } from '../support/find-thread.ts';
import { replyTextbox } from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';

/*
 * Captchas of newcomers' replies (R32) and of searches (R31): by sliding, by the device's work, or
 * none if none loads. The component's tests cover the dialog's texts.
 */

const site = await startSite({ env: { CAPTCHA_PROVIDER: 'builtin' } });
const { id: thread } = await findThread(
  site.db,
  sql`not t.closed and t.replies_cnt between 2 and 10 and t.last_floor < 15`,
);

let count = 0;

async function newcomer(): Promise<number> {
  const { rows } = await site.db.execute<{ id: number }>(
    sql`
      insert into "user" (username, nickname, group_id)
      values (${`new${++count}`}, '新来的', 10)
      returning id`,
  );
  return rows[0]?.id as number;
}

const send = (page: Page) =>
  page.locator('.editor').getByRole('button', { name: /^(回复|Reply|正在发送|Sending)$/ });
/** Sends again: a second attempt within 200 ms is ignored (R15). */
const sendAgain = (page: Page) =>
  expectSoon(async () => {
    // The captcha's dialog makes the page behind it inert.
    const button = page
      .locator('.editor')
      .getByRole('button', { name: /^(回复|正在发送)$/, includeHidden: true });
    if ((await button.getAttribute('aria-disabled')) === null)
      await button.evaluate((element: HTMLElement) => element.click());
    return button.getAttribute('aria-disabled');
  }).toBe('true');
const dialog = (page: Page) => page.getByRole('dialog');
const gap = (page: Page) => dialog(page).locator('.piece');

async function write(page: Page, text: string, lang = 'zh'): Promise<void> {
  await login(page, site, await newcomer());
  await page.goto(`${site.url}/${lang}/post/${thread}`);
  await page.locator('.account .me .av').waitFor();
  await page.locator('[data-act="compose"]').click();
  await replyTextbox(page).fill(text);
}

/** Slides as a hand does; `off` in the picture's units. */
async function slide(page: Page, off = 0): Promise<void> {
  await gap(page).waitFor();
  const { x, y, way } = await locateGrip(page);
  const to = (await readGap(site.db)) + off;
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const [, at, shake] of handMovement(to, { points: 30 }))
    await page.mouse.move(x + (at / PIECE_TRAVEL) * way, y + shake);
  await page.mouse.up();
}

const sent = (page: Page, text: string) =>
  page.locator('#replies > .reply', { hasText: text }).waitFor();
const stateOf = async (text: string) =>
  (await site.db.execute(sql`select checked from post where source like ${`%${text}%`}`)).rows;

// Passes without a captcha also count by address, which all tests share.
beforeEach(async () => void (await site.db.execute(sql`delete from rate_limit`)));

/** Checks the dialog while it loads and once it is ready; a wrong slide doesn't move it. */
async function sendAndLook(page: Page, text: string, language: 'zh' | 'en'): Promise<void> {
  let answer = () => {};
  await page.route('**/api/v1/captcha?*', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    await route.continue();
  });
  await write(page, text, language);
  await send(page).click();
  await dialog(page).locator('[aria-busy="true"]').waitFor();
  const before = await dialog(page).boundingBox();
  expect(await accessibilityProblems(page), 'loading').toEqual([]);
  answer();
  await gap(page).waitFor();
  await page.unroute('**/api/v1/captcha?*');
  await expectSoon(() => dialog(page).boundingBox(), 'ready').toEqual(before);
  expect(await accessibilityProblems(page), 'ready').toEqual([]);
  await slide(page, (await readGap(site.db)) > PIECE_TRAVEL / 2 ? -60 : 60);
  await dialog(page).locator('.status.wrong').waitFor();
  expect(await accessibilityProblems(page), 'wrong').toEqual([]);
  await expectSoon(() => dialog(page).boundingBox(), 'wrong').toEqual(before);
}

test('[R32] [R42] a member slides with the mouse when asked, and the reply is sent by itself; the dialog has no barrier: loading, ready, wrong', async ({
  open,
}) => {
  const page = await open({ reducedMotion: 'reduce' });
  const text = `拖动 ${Date.now()}`;
  await sendAndLook(page, text, 'zh');
  await dialog(page).getByRole('heading', { name: '拖动滑块完成验证' }).waitFor();
  await dialog(page).getByText('把拼图拖到缺口处').waitFor();
  await dialog(page).getByText('没有对准，还可以再试 4 次').waitFor();
  await slide(page);
  await sent(page, text);
  await expectSoon(() => dialog(page).count()).toBe(0);
  expect(await stateOf(text)).toEqual([{ checked: true }]);
});

test('[R32] [R42] the same in English, in the dark and by touch, on another picture after five wrong tries', async ({
  open,
}) => {
  const page = await open({
    language: 'en',
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    hasTouch: true,
  });
  const text = `触摸 ${Date.now()}`;
  await sendAndLook(page, text, 'en');
  const wrongWay = (await readGap(site.db)) > PIECE_TRAVEL / 2 ? -60 : 60;
  for (const left of [3, 2, 1]) {
    await slide(page, wrongWay);
    await dialog(page)
      .getByText(new RegExp(`^Not quite\\. ${left} tr(?:y|ies) left$`))
      .waitFor();
  }
  await slide(page, wrongWay);
  const another = dialog(page).locator('.over').getByRole('button');
  await another.waitFor();
  expect(await accessibilityProblems(page), 'over').toEqual([]);
  await another.tap();
  await gap(page).waitFor();
  await slideByTouch(page, site.db);
  await sent(page, text);
  expect(await stateOf(text)).toEqual([{ checked: true }]);
});

test('[R32] [R42] without sliding, a member continues by keyboard only: the device works instead', async ({
  page,
}) => {
  const text = `键盘 ${Date.now()}`;
  await write(page, text);
  let judge = () => {};
  const looked = new Promise<void>((resolve) => (judge = resolve));
  await page.route('**/api/v1/captcha/solve', async (route) => {
    await looked;
    await route.continue();
  });
  await page.keyboard.press('Control+Enter');
  await gap(page).waitFor();
  const cannot = dialog(page).getByRole('button', { name: '不方便拖动？使用自动验证' });
  for (
    let turn = 0;
    turn < 6 && !(await cannot.evaluate((button) => button === document.activeElement));
    turn++
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('status').getByText('正在验证').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  judge();
  await page.locator('#replies > .reply', { hasText: text }).waitFor();
  expect(await stateOf(text)).toEqual([{ checked: true }]);
});

test('[R32] closing the captcha sends nothing and loses nothing; if it can’t be loaded, sending reports that twice, passes the third time, and the reply is pending review', async ({
  page,
  complaints,
}) => {
  const text = `没有图 ${Date.now()}`;
  await write(page, text);
  await send(page).click();
  await gap(page).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expectSoon(() => replyTextbox(page).innerText()).toBe(text);
  await expectSoon(() => send(page).getAttribute('aria-disabled')).toBeNull();
  await expectSoon(() => page.locator('#compose').getByRole('alert').count()).toBe(0);
  expect(await stateOf(text)).toEqual([]);
  await sendAgain(page);
  await gap(page).waitFor();
  await dialog(page).getByRole('button', { name: '关闭' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await expectSoon(() => replyTextbox(page).innerText()).toBe(text);
  await page.route('**/api/v1/captcha?*', (route) => route.abort());
  const failures = () => page.evaluate(() => Number(localStorage.getItem('captcha-failures')));
  /**
   * Sends until an attempt counts: within 200 ms another one is ignored (R15). Check and click are
   * one step, so that no click comes after an attempt has ended.
   */
  const sendWith = (before: number) =>
    send(page).evaluate((button, known) => {
      if (
        Number(localStorage.getItem('captcha-failures')) === known &&
        button.getAttribute('aria-disabled') === null
      )
        (button as HTMLButtonElement).click();
    }, before);
  for (const before of [0, 1]) {
    await expectSoon(async () => {
      await sendWith(before);
      return [
        await failures(),
        ...(await page.locator('#compose').getByRole('alert').allTextContents()),
      ];
    }).toEqual([before + 1, '验证加载失败，请重试']);
    await expectSoon(() => replyTextbox(page).innerText()).toBe(text);
  }
  await expectSoon(async () => {
    await sendWith(2);
    return failures();
  }).toBe(0);
  await page.locator('#compose p.grow').getByText('审核通过后对所有人可见').waitFor();
  await sent(page, text);
  expect(await stateOf(text)).toEqual([{ checked: false }]);
  await expectSoon(() => page.evaluate(() => localStorage.getItem('captcha-failures'))).toBeNull();
  await expectConsoleMessages(complaints, /net::ERR_FAILED .*\/api\/v1\/captcha/);
});

test('[R31, R32] closing the captcha of a search retains the keyword and shows how to continue', async ({
  page,
}) => {
  await page.goto(`${site.url}/zh/search?q=${encodeURIComponent('打印机')}`);
  await gap(page).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: '尚未完成验证' }).waitFor();
  await expectSoon(() => dialog(page).count()).toBe(0);
  await expectSoon(() => page.getByRole('main').getByRole('searchbox').inputValue()).toBe('打印机');
  await expectSoon(() => page.locator('.hit').count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: '继续验证' }).click();
  // The automatic check takes the device a moment.
  await dialog(page).getByRole('button', { name: '不方便拖动？使用自动验证' }).click();
  await page.locator('.hit').first().waitFor({ timeout: 40_000 });
  await page.getByRole('combobox', { name: '排序' }).selectOption('newest');
  await page.waitForURL(/sort=newest/);
  await page.locator('.hit').first().waitFor();
  await expectSoon(() => dialog(page).count()).toBe(0);
  // Another keyword, in another tab, needs no captcha.
  const tab = await page.context().newPage();
  await tab.goto(`${site.url}/en/search?q=kernel`);
  await tab.locator('.hit').first().waitFor();
  await expectSoon(() => dialog(tab).count()).toBe(0);
  await tab.close();
});
