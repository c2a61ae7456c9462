import { expect } from 'vitest';
import { accessibilityProblems, login, PHONES, test } from '../support/browser.ts';
import { MEMBER, openThread } from '../support/composing.ts';
import { startSite } from '../support/server.ts';

/* What a member sees of the composer on a phone before its file is there. */

const site = await startSite({ env: { CAPTCHA_PROVIDER: 'none' } });
const thread = await openThread(site);

test('[R24] a touch shows the sheet before its file is there, which nobody fetches who doesn’t write, and puts it away again meanwhile', async ({ open }) => {
  const page = await open(PHONES[0]);
  await login(page, site, MEMBER);
  await page.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined })); // what it fetches can't be held back
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
