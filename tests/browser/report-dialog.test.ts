import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { accessibilityProblems, expectSoon, login, test } from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

/* Reporting a reply to the moderators (R28). */

const site = await startSite();
const MEMBER = PEOPLE.member;
const { rows } = await site.db.execute(sql`
  select p.id, p.thread_id as thread
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
const { id, thread } = rows[0] as { id: number; thread: number };

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
    await page.locator(`#p${id} [data-act="report"]`).click();
    const dialog = page.getByRole('dialog');
    const first = dialog.getByRole('radio').first();
    await expectSoon(() => first.evaluate((one) => one === document.activeElement)).toBe(true);
    await dialog.locator('button[type="submit"]').click();
    expect(await accessibilityProblems(page)).toEqual([]);
    if (language === 'en') continue;
    await dialog.getByRole('radio', { name: '广告或灌水' }).check();
    await dialog.getByRole('textbox').fill('同样的话到处发');
    await dialog.getByRole('button', { name: '提交举报' }).click();
    await page.locator('.toast').getByText('已提交，版主会处理').waitFor();
    expect(await dialog.count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-act'))).toBe(
      'report',
    );
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
  expect(page).not.toContain('data-act="report"');
});
