import { sql } from 'drizzle-orm';
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { accessibilityProblems, expectSoon, login, test } from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { chooseInPostMenu } from '../support/post-menu.ts';
import { startSite } from '../support/test-site.ts';

/* Reporting a reply (R28) and sharing a thread (R25). Component tests cover the states. */

const site = await startSite();
const MEMBER = PEOPLE.member;
const { rows } = await site.db.execute(sql`
  select p.id, p.thread_id as thread, t.subject
  from post p
  join thread t on t.id = p.thread_id
  join forum f on f.id = t.forum_id and f.access = 'public'
  where t.state = 'normal'
    and t.checked
    and p.state = 'normal'
    and p.checked
    and not p.featured
    and p.floor between 1 and 20
    and p.user_id <> ${MEMBER}
  order by p.id
  limit 1`);
const { id, thread, subject } = rows[0] as { id: number; thread: number; subject: string };
const address = (lang = 'zh') => `${site.url}/${lang}/post/${thread}`;

/** Opens the thread's popover. */
async function share(page: Page, lang = 'zh'): Promise<Locator> {
  await page.goto(address(lang));
  await page.locator('.post [data-act="share"]').click();
  const dialog = page.getByRole('dialog', { name: /分享这个主题|Share this thread/ });
  await dialog.locator('.qr').waitFor();
  return dialog;
}

test('[R28, R42] a member reports a reply from its page, in both languages, light and dark without a barrier', async ({
  open,
}) => {
  for (const [language, colorScheme] of [
    ['en', 'dark'],
    ['zh', 'light'],
  ] as const) {
    const page = await open({ language, colorScheme, reducedMotion: 'reduce' });
    await login(page, site, MEMBER);
    await page.goto(`${site.url}/${language}/post/${thread}`);
    await chooseInPostMenu(page, `#p${id}`, language === 'zh' ? '举报' : 'Report');
    const dialog = page.getByRole('dialog');
    const first = dialog.getByRole('radio').first();
    await expectSoon(() => first.evaluate((one) => one === document.activeElement)).toBe(true);
    await dialog.locator('button[type="submit"]').click();
    expect(await accessibilityProblems(page)).toEqual([]);
    if (language === 'en') continue;
    await dialog.getByRole('radio', { name: '广告或灌水' }).check();
    await dialog.getByRole('textbox').fill('同样的话到处发');
    await dialog.getByRole('button', { name: '提交举报' }).click();
    await page.locator('.toast').getByText('已提交，版主会尽快处理').waitFor();
    await expectSoon(() => dialog.count()).toBe(0);
    await expectSoon(() =>
      page.evaluate(() => document.activeElement?.getAttribute('data-act')),
    ).toBe('more');
  }
  const found = await site.db.execute(
    sql`select kind, message, state from report where post_id = ${id} and reporter_id = ${MEMBER}`,
  );
  expect(found.rows).toEqual([{ kind: 'spam', message: '同样的话到处发', state: 'open' }]);
});

test('[R28] visitors have nothing to report with', async () => {
  const page = await (await fetch(`${site.url}/zh/post/${thread}`)).text();
  expect(page).toContain(`id="p${id}"`);
  expect(page).toContain('data-act="quote"');
  expect(page).not.toContain('data-act="more"');
});

test('[R25, R42] a visitor copies the link of a thread with a confirmation; the popover is accessible', async ({
  open,
}) => {
  const page = await open({ reducedMotion: 'reduce' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = await share(page);
  await expectSoon(() => dialog.getByRole('textbox', { name: '链接' }).inputValue()).toBe(
    address(),
  );
  await dialog.getByRole('button', { name: '复制' }).click();
  await expectSoon(() => dialog.getByRole('status').textContent()).toBe('链接已复制');
  await dialog.getByRole('textbox', { name: '链接' }).evaluate((field: HTMLInputElement) => {
    field.readOnly = false;
    field.select();
  });
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+V');
  await expectSoon(() => dialog.getByRole('textbox', { name: '链接' }).inputValue()).toBe(
    address(),
  );
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectSoon(() =>
    page.evaluate(() => document.activeElement?.getAttribute('data-act')),
  ).toBe('share');
});

test('[R25, R34, R42] where pages have no clipboard the link is selected, to be copied by hand; the system is given a title as the site wants it', async ({
  open,
}) => {
  const page = await open({ language: 'en', colorScheme: 'dark', reducedMotion: 'reduce' });
  await site.db.execute(
    sql`
      update config_entry
      set value = '{"title_max_length":4,"title_suffix":" - 社区"}'::jsonb
      where field = 'weixin_share'`,
  );
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    Object.defineProperty(navigator, 'share', {
      value: async (data: object) =>
        void (document.documentElement.dataset.shared = JSON.stringify(data)),
    });
  });
  const dialog = await share(page, 'en');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('The link is selected').waitFor();
  await expectSoon(() =>
    page.evaluate(
      () => getSelection()?.toString() || (document.activeElement as HTMLInputElement).value,
    ),
  ).toBe(address('en'));
  await dialog.getByRole('button', { name: 'Share with another app' }).click();
  const shared = () => page.evaluate(() => document.documentElement.dataset.shared);
  await expectSoon(shared).toBeDefined();
  const { title, url } = JSON.parse((await shared()) ?? '{}') as { title: string; url: string };
  expect([title, url]).toEqual([`${[...subject].slice(0, 3).join('')}… - 社区`, address('en')]);
});
