import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { accessibilityProblems, expectComplaints, login, test } from '../support/browser.ts';
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

test('[R28, R16] a member reports a reply, is told where something is missing, and that it was sent; once', async ({
  page,
}) => {
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/post/${thread}`);
  const open = () => page.locator(`#p${id} [data-act="report"]`).click();
  await open();
  const dialog = page.getByRole('dialog', { name: '举报这条回复' });
  await dialog.getByRole('radio', { name: '广告或灌水' }).waitFor();
  await dialog.getByRole('button', { name: '提交举报' }).click();
  expect(await dialog.getByRole('alert').textContent()).toBe('请选择原因');
  await dialog.getByRole('radio', { name: '广告或灌水' }).check();
  await dialog.getByRole('textbox').fill('同样的话到处发');
  await dialog.getByRole('button', { name: '提交举报' }).click();
  await page.locator('.toast').getByText('已提交，版主会处理').waitFor();
  expect(await dialog.count()).toBe(0);
  const found = await site.db.execute(
    sql`select kind, message, state from report where post_id = ${id} and reporter_id = ${MEMBER}`,
  );
  expect(found.rows).toEqual([{ kind: 'spam', message: '同样的话到处发', state: 'open' }]);
  await open();
  await dialog.getByRole('radio', { name: '其他' }).check();
  await dialog.getByRole('button', { name: '提交举报' }).click();
  await dialog.getByText('你已经举报过，版主会处理').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-act'))).toBe(
    'report',
  );
});

test('[R28, R42] a report is chosen by the keyboard from the first reason on, and waits out a limit', async ({
  page,
  complaints,
}) => {
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/post/${thread}`);
  await page.locator(`#p${id} [data-act="report"]`).click();
  const dialog = page.getByRole('dialog');
  const reasons = dialog.getByRole('radio');
  await expect
    .poll(() => reasons.first().evaluate((one) => one === document.activeElement), {
      timeout: 15_000,
    })
    .toBe(true);
  await page.keyboard.press('ArrowDown');
  expect(await reasons.nth(1).isChecked()).toBe(true);
  await page.route('**/api/**', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 429,
          headers: { 'retry-after': '2' },
          json: { code: 429, msg: '', err_code: 'tooMany' },
        })
      : route.continue(),
  );
  const send = dialog.locator('button[type="submit"]');
  await send.click();
  await dialog.getByText(/请 \d 秒后再试/).waitFor();
  expect(await send.getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => send.getAttribute('aria-disabled'), { timeout: 15_000 }).toBeNull();
  await expectComplaints(complaints, /status of 429 .*\/api\/v1\/thread\/post\/report/);
});

test('[R42] the open dialog has no barrier, in both languages, light and dark', async ({
  open,
}) => {
  for (const [language, colorScheme] of [
    ['zh', 'light'],
    ['en', 'dark'],
  ] as const) {
    const page = await open({ language, colorScheme, reducedMotion: 'reduce' });
    await login(page, site, MEMBER);
    await page.goto(`${site.url}/${language}/post/${thread}`);
    await page.locator(`#p${id} [data-act="report"]`).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio').first().waitFor();
    await dialog.locator('button[type="submit"]').click();
    expect(await accessibilityProblems(page)).toEqual([]);
  }
});

test('[R28] nobody reports what they wrote themselves, and visitors have nothing to report with', async ({
  page,
  open,
}) => {
  const author = await open();
  const { rows: found } = await site.db.execute(
    sql`select user_id as author from post where id = ${id}`,
  );
  await login(author, site, found[0]?.author as number);
  await author.goto(`${site.url}/zh/post/${thread}`);
  await author.locator('.account .me .av').waitFor();
  expect(await author.locator(`#p${id} [data-act="report"]`).count()).toBe(0);
  await page.goto(`${site.url}/zh/post/${thread}`);
  await page.locator(`#p${id} [data-act="quote"]`).waitFor();
  expect(await page.locator('[data-act="report"]').count()).toBe(0);
});
