import { expect } from 'vitest';
import { LANGS } from '#contracts/language.ts';
import {
  accessibilityProblems,
  allowComplaints,
  expectComplaints,
  expectSoon,
  login,
  PHONES,
  test,
} from '../support/browser.ts';
import { findOpenThread, MEMBER, replyTextbox } from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';

/* What a member sees of the composer on a phone before its file is there. */

const site = await startSite({ env: { CAPTCHA_PROVIDER: 'none' } });
const thread = await findOpenThread(site);

test('[R24] a touch shows the sheet before its file is there, which nobody fetches who doesn’t write, and puts it away again meanwhile', async ({
  open,
}) => {
  const page = await open(PHONES[0]);
  await login(page, site, MEMBER);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined }),
  ); // what it fetches can't be held back
  let asked = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/ReplySheet\.[^/]+\.js$/, async (route) => {
    asked++;
    await held;
    await route.continue();
  });
  await page.goto(`${site.url}/phone/zh/post/${thread.id}`);
  await page.locator('.reply [data-act="report"], .reply [data-act="own"]').first().waitFor();
  const start = page.locator('#compose [data-act="compose"]');
  const sheet = page.locator('.reply-sheet');
  const text = sheet.getByRole('textbox', { name: '写回复' });
  expect(asked).toBe(0);
  await start.tap();
  await sheet.getByRole('heading').waitFor();
  expect(await sheet.getAttribute('aria-busy')).toBe('true');
  expect(await text.count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await sheet.getByRole('button', { name: '收起' }).tap();
  await sheet.waitFor({ state: 'detached' });
  await start.tap();
  await sheet.waitFor();
  release();
  await text.waitFor();
  expect(asked).toBe(1);
  expect(await sheet.getAttribute('aria-busy')).toBe(null);
});

test('[R18, R29] while the product is away the sheet says so in a line of its own; its head stays as it was, and the reply can be taken back', async ({
  open,
  complaints,
}) => {
  const page = await open(PHONES[0]);
  await login(page, site, MEMBER);
  for (const language of LANGS) {
    await page.goto(`${site.url}/phone/${language}/post/${thread.id}`);
    await page.locator('.reply [data-act="report"], .reply [data-act="own"]').first().waitFor();
    await page.locator('#compose [data-act="compose"]').tap();
    const sheet = page.locator('.reply-sheet');
    await replyTextbox(page).fill('断线时写的');
    const head = async () => (await sheet.locator('header').boundingBox())?.height;
    const before = await head();
    await page.route('**/api/**', (route) => route.abort());
    await sheet.getByRole('button', { name: /^(发送|Send)$/ }).tap();
    const paused = sheet.locator('.editor > .paused');
    await paused.getByRole('button', { name: /^(取消|Cancel)$/ }).waitFor();
    expect((await paused.boundingBox())?.width).toBe(PHONES[0].width);
    expect(await head()).toBe(before);
    expect(await accessibilityProblems(page), language).toEqual([]);
    await paused.getByRole('button').tap();
    await expectSoon(() => replyTextbox(page).isEditable()).toBe(true);
    expect(await replyTextbox(page).inputValue()).toBe('断线时写的');
    await page.unroute('**/api/**');
  }
  await expectComplaints(complaints, /net::ERR_FAILED .*\/api\/v1\/post/);
  allowComplaints(complaints, /net::ERR_FAILED .*\/api\//);
});
