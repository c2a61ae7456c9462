import type { Page } from 'playwright';
import { expect } from 'vitest';
import { accessibilityProblems, expectSoon, login, PHONES, test } from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';
import { messageTextbox } from '../support/thread-form-page.ts';

/* The adjustable height of the editor in the thread form (R24). */

const site = await startSite();
const handle = (page: Page) => page.getByRole('separator', { name: '正文框高度' });
const height = (page: Page) =>
  page.locator('.writing .area').evaluate((area) => Math.round(area.clientHeight));

async function visit(page: Page): Promise<void> {
  await login(page, site, PEOPLE.member);
  await page.goto(`${site.url}/zh/new`);
  await messageTextbox(page).waitFor();
  await handle(page).waitFor();
}

test('[R24, R42] arrow keys on its handle resize the editor of a thread', async ({ page }) => {
  await visit(page);
  const before = await height(page);
  await handle(page).focus();
  await page.keyboard.press('ArrowDown');
  await expectSoon(() => height(page)).toBe(before + 40);
  await expectSoon(() => handle(page).getAttribute('aria-valuenow')).toBe(String(before + 40));
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expectSoon(() => height(page)).toBe(before);
});

test('[R24] a reload retains the dragged height of a thread’s editor', async ({ page }) => {
  await visit(page);
  const before = await height(page);
  const box = (await handle(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x, box.y + box.height / 2 + 100, { steps: 3 });
  await page.mouse.up();
  await expectSoon(() => height(page)).toBe(before + 100);
  await page.reload();
  await handle(page).waitFor();
  await expectSoon(() => height(page)).toBe(before + 100);
});

test.for([
  ['a wide screen', {}, '/zh', undefined],
  ['a wide screen whose writer chose a height', {}, '/zh', '200px'],
  ['a phone', PHONES[0], '/phone/zh', undefined],
] as const)(
  '[R42] on %s nothing below the field of a thread moves when its editor comes',
  async ([, look, root, chosen], { open }) => {
    const page = await open(look);
    await page.addInitScript((height) => {
      // A service worker's requests for the editor can't be intercepted.
      Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
      if (height) localStorage.threadHeight = height;
    }, chosen);
    await login(page, site, PEOPLE.member);
    let letCome = () => {};
    const held = new Promise<void>((resolve) => (letCome = resolve));
    await page.route(/\/(?:Rich|Plain)Editor\.[^/]+\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${site.url}${root}/new`);
    const poll = page.locator('.poll-start');
    const top = async () => Math.round((await poll.boundingBox())?.y ?? 0);
    const early = page.locator('.writing .early textarea');
    await early.waitFor();
    const before = await top();
    letCome();
    await early.waitFor({ state: 'detached' });
    expect(await top()).toBe(before);
  },
);
