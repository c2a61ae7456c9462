import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeEach, expect } from 'vitest';
import {
  accessibilityProblems,
  expectComplaints,
  expectSoon,
  login,
  test,
} from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';
import {
  messageTextbox,
  passPauseAndSave,
  replaceMessage,
  subjectField,
  submitButton,
} from '../support/thread-form-page.ts';

const site = await startSite();
const MODERATOR = PEOPLE.administrator;

let thread: { id: number; subject: string; author: number };
beforeEach(async () => {
  await site.db.execute(sql`delete from draft`);
  const found = await findThread(site.db, sql`not t.has_poll and t.user_id > 10001`);
  const { rows } = await site.db.execute<{ author: number }>(
    sql`select user_id as author from thread where id = ${found.id}`,
  );
  thread = { ...found, author: rows[0]?.author as number };
});

async function edit(page: Page, userId: number, id = thread.id): Promise<void> {
  await login(page, site, userId);
  await page.goto(`${site.url}/zh/edit?id=${id}`);
  await messageTextbox(page).waitFor();
}

test('[R23] an author changes a thread and a moderator does so meanwhile, which isn’t overwritten: both texts are there, and one is chosen; the author arrives where the change stands, and what stood there is kept', async ({
  page,
  open,
  complaints,
}) => {
  await page.clock.install();
  await edit(page, thread.author);
  expect(await subjectField(page).inputValue()).toBe(thread.subject);
  await expectSoon(() => page.locator('#thread-forum').inputValue()).not.toBe('');
  expect(await page.locator('#thread-forum').getAttribute('readonly')).toBe('');
  expect(await accessibilityProblems(page)).toEqual([]);
  await fetch(`${site.url}/zh/post/${thread.id}`);
  const other = await open();
  await edit(other, MODERATOR);
  await replaceMessage(other, `版主改的 ${thread.id}`);
  await submitButton(other).click();
  await other.waitForURL(`${site.url}/zh/post/${thread.id}`);
  await other.getByText(`版主改的 ${thread.id}`).first().waitFor();
  await replaceMessage(page, `作者改的 ${thread.id}`);
  await submitButton(page).click();
  const conflict = page.locator('.conflict');
  await conflict.getByText('版主改的').waitFor();
  expect(await messageTextbox(page).textContent()).toBe(`作者改的 ${thread.id}`);
  expect(await accessibilityProblems(page)).toEqual([]);
  // Who reloads is told again.
  await passPauseAndSave(page);
  await page.reload();
  await conflict.getByText('版主改的').waitFor();
  await conflict.getByRole('button', { name: '用我写的' }).click();
  await submitButton(page).click();
  await page.waitForURL(`${site.url}/zh/post/${thread.id}`);
  await page.getByText(`作者改的 ${thread.id}`).first().waitFor();
  expect(
    (
      await site.db.execute(
        sql`
          select r.id
          from post_revision r
          join thread t on t.first_post_id = r.post_id
          where t.id = ${thread.id}`,
      )
    ).rows.length,
  ).toBeGreaterThan(1);
  await expectSoon(async () => (await site.db.execute(sql`select from draft`)).rows.length).toBe(0);
  await expectComplaints(complaints, /status of 409 .*\/api\/v1\/thread/);
});

test('[R23] who may not change a thread is told so', async ({ page, complaints }) => {
  await login(
    page,
    site,
    thread.author === PEOPLE.thirdMember ? PEOPLE.otherMember : PEOPLE.thirdMember,
  );
  await page.goto(`${site.url}/zh/edit?id=${thread.id}`);
  await page.locator('[data-problem="403"]').waitFor();
  await page.goto(`${site.url}/zh/edit?id=99999999`);
  await page.locator('[data-problem="404"]').waitFor();
  await page.goto(`${site.url}/zh/edit?id=x`);
  await page.locator('[data-problem="404"]').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await expectComplaints(
    complaints,
    /status of 403 .*\/api\/v1\/thread\/source/,
    /status of 404 .*\/api\/v1\/thread\/source/,
  );
});

test('[R26] a poll is shown beside a thread that is changed, and can’t be', async ({ page }) => {
  const { rows } = await site.db.execute<{ id: number; author: number; option: string }>(sql`
    select t.id, t.user_id as author, o.text as option
    from thread t
    join poll_option o on o.thread_id = t.id and o.rank = 0
    where t.state = 'normal' and t.checked
    order by t.id
    limit 1`);
  const polled = rows[0] as (typeof rows)[number];
  await edit(page, polled.author, polled.id);
  await page.locator('.writing .poll').getByText(polled.option).waitFor();
  await page.getByText('选项不能再改').waitFor();
  expect(await page.locator('.poll-builder').count()).toBe(0);
});
