import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { accessibilityProblems, expectSoon, test } from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { startSite } from '../support/test-site.ts';

/* Sharing a thread: its link, a code for phones, and whatever the system shares with. */

const site = await startSite();
const thread = await findThread(site.db, sql`t.last_floor > 0`);
const address = (lang = 'zh') => `${site.url}/${lang}/post/${thread.id}`;

async function share(page: Page, lang = 'zh'): Promise<void> {
  await page.goto(address(lang));
  await page.locator('.post [data-act="share"]').click();
  await page.getByRole('dialog').waitFor();
}

test('[R25] a visitor copies the link of a thread and is told so', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await share(page);
  const dialog = page.getByRole('dialog', { name: '分享这个主题' });
  expect(await dialog.getByRole('textbox', { name: '链接' }).inputValue()).toBe(address());
  await dialog.getByRole('button', { name: '复制' }).click();
  await expectSoon(() => dialog.getByRole('status').textContent()).toBe('链接已复制');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address());
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-act'))).toBe('share');
});

test('[R25] where pages have no clipboard the link is selected, to be copied by hand', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined }),
  );
  await share(page, 'en');
  await page.getByRole('button', { name: 'Copy', exact: true }).last().click();
  await page.getByText('The link is selected').waitFor();
  expect(
    await page.evaluate(
      () => getSelection()?.toString() || (document.activeElement as HTMLInputElement).value,
    ),
  ).toBe(address('en'));
});

test('[R34] the system is given a title as the entry weixin_share wants it', async ({ page }) => {
  await site.db.execute(
    sql`
      update config_entry
      set value = '{"title_max_length":4,"title_suffix":" - 社区"}'::jsonb
      where field = 'weixin_share'`,
  );
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (data: object) =>
        void (document.documentElement.dataset.shared = JSON.stringify(data)),
    });
  });
  await share(page);
  await page.getByRole('button', { name: '用其他应用分享' }).click();
  await expectSoon(() =>
    page.evaluate(() => document.documentElement.dataset.shared),
  ).toBeDefined();
  const { title, url } = JSON.parse(
    (await page.evaluate(() => document.documentElement.dataset.shared)) ?? '{}',
  ) as { title: string; url: string };
  expect([title, url]).toEqual([`${[...thread.subject].slice(0, 3).join('')}… - 社区`, address()]);
});

test('[R42] the open popover has no barrier, in both languages, light and dark', async ({
  open,
}) => {
  for (const [language, colorScheme] of [
    ['zh', 'light'],
    ['en', 'dark'],
  ] as const) {
    const page = await open({ language, colorScheme, reducedMotion: 'reduce' });
    await share(page, language);
    await page.locator('.qr').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  }
});
