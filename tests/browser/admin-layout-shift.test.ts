import type { Page } from 'playwright';
import { expect } from 'vitest';
import { ADMIN_SCREENS } from '#contracts/admin.ts';
import { loginAsAdmin } from '../support/admin-session.ts';
import { PHONES, test } from '../support/browser.ts';
import { readLayoutShifts, watchLayoutShifts } from '../support/layout-shifts.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

/* Screens of the admin area load without layout shifts (R42). */

const site = await startSite({
  env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Forum <forum@example.com>' },
});

/** Delays each reply until the page has drawn the previous one, so its parts appear one by one. */
async function replyOneByOne(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = window.fetch;
    const nextFrame = () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
    let last = nextFrame();
    const replies = { open: 0 };
    Object.assign(window, { replies });
    window.fetch = async (...request) => {
      const before = last;
      const reply = send(...request);
      replies.open++;
      last = reply
        .then(
          () => before,
          () => before,
        )
        .then(nextFrame);
      await before;
      await nextFrame();
      replies.open--;
      return reply;
    };
  });
}

const SCREENS = [...ADMIN_SCREENS, `users/${PEOPLE.member}`, 'content/hero', 'threads/replies'];

/** Waits until a screen has its heading, no part of it loads, and no call is in flight. */
const waitUntilLoaded = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector('.screen-head h1') !== null &&
      document.querySelector('main .bones') === null &&
      (window as unknown as { replies: { open: number } }).replies.open === 0,
  );

test.for([
  ['a wide screen', {}],
  ['a laptop', { width: 1_280, height: 720 }],
  ['a phone', PHONES[0]],
] as const)(
  '[R42] on %s no part of an admin screen moves while it loads',
  async ([, look], { open }) => {
    const page = await open({ ...look, language: 'en' });
    await loginAsAdmin(page, site);
    await replyOneByOne(page);
    await watchLayoutShifts(page, { afterInput: true });
    const shifts: string[] = [];
    for (const screen of SCREENS) {
      await page.goto(`${site.url}/bbs-admin/${screen}`);
      await waitUntilLoaded(page);
      shifts.push(...(await readLayoutShifts(page)).map((shift) => `${screen}: ${shift}`));
    }
    expect(shifts).toEqual([]);
  },
);
