import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, expect } from 'vitest';
import { accessibilityProblems, expectSoon, login, PHONES, test } from '../support/browser.ts';
import { appointModerators, MODERATOR } from '../support/moderation-api.ts';
import { insertHeldReply } from '../support/moderation-queues.ts';
import { PEOPLE } from '../support/people.ts';
import { hiddenButtons } from '../support/shown-buttons.ts';
import { startSite } from '../support/test-site.ts';

/* A forum moderator's queue, on both sites (R28, R14, R20). */

const site = await startSite();
beforeAll(async () => {
  await appointModerators(site.db);
  await site.db.execute(sql`delete from report`);
  await site.db.execute(sql`update post set checked = true where not checked`);
  await site.db.execute(sql`update comment set checked = true where not checked`);
});

/** Reports a reply of forum 1; returns the report and the reply. */
async function reportReply(nth: number): Promise<{ id: number; post: number }> {
  const { rows } = await site.db.execute<{ id: number; post: number }>(sql`
    with target as (
      select p.id, p.thread_id, p.forum_id
      from post p
      join thread t on t.id = p.thread_id
      where p.forum_id = 1
        and p.floor > 0
        and p.state = 'normal'
        and p.checked
        and t.state = 'normal'
        and p.user_id not in (${sql.raw(Object.values(PEOPLE).join())})
      order by p.id
      limit 1 offset ${nth}
    ),
    made as (
      insert into report (reporter_id, forum_id, thread_id, post_id, kind, message)
      select ${PEOPLE.member}, forum_id, thread_id, id, 'spam', '连着发了好几次'
      from target
      returning id
    )
    select made.id, target.id as post
    from made, target`);
  return rows[0] as { id: number; post: number };
}
const outcomeOf = async (id: number) =>
  (
    await site.db.execute<{ outcome: string | null }>(
      sql`select outcome from report where id = ${id}`,
    )
  ).rows[0]?.outcome;
const list = (page: Page) => page.getByRole('list', { name: '被举报的内容' });

test('[R28, R20] a forum’s moderator finds pending items in the menu and on the forum’s page, handles them by keys, undoes that, and adds a note on the author', async ({
  page,
}) => {
  const [first, second] = [await reportReply(0), await reportReply(1)];
  await login(page, site, MODERATOR);
  await page.goto(`${site.url}/zh/forum/1`);
  await expectSoon(() => page.locator('.moderator-tools').innerText()).toContain('待处理 (2)');
  await page.locator('.account button.me').click();
  await page.getByRole('menuitem', { name: '待处理' }).click();
  await page.waitForURL(/me\/moderation/);
  await list(page).getByRole('link').first().click();
  await page.getByRole('heading', { name: '广告或灌水，1 人举报' }).waitFor();
  expect(await hiddenButtons(page.locator('.decide'))).toEqual([]);
  expect(await accessibilityProblems(page)).toEqual([]);
  const notes = page.getByRole('region', { name: '版主备注' });
  await notes.getByRole('button', { name: '添加备注' }).click();
  await page.keyboard.type('上周也发过');
  await notes.getByRole('button', { name: '保存' }).click();
  await notes.getByText('上周也发过').waitFor();
  await page.getByRole('heading', { name: '作者记录' }).click();
  await page.keyboard.press('n');
  await expectSoon(() => outcomeOf(first.id)).toBe('dismiss');
  await page.locator('.toast').last().getByRole('button', { name: '撤销' }).click();
  await expectSoon(() => outcomeOf(first.id)).toBe(null);
  await expectSoon(() => list(page).getByRole('listitem').count()).toBe(2);
  await page.goto(`${site.url}/zh/me/moderation?case=${first.id}`);
  await page.getByRole('button', { name: '没有违规' }).waitFor();
  await page.keyboard.press('n');
  await expectSoon(() => outcomeOf(first.id)).toBe('dismiss');
  await page.locator(`.case a[href*="postId=${second.post}"]`).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: '都处理完了' }).waitFor();
  await expectSoon(() => page.locator('.decide').count()).toBe(0);
  await page.getByRole('link', { name: '操作日志' }).click();
  await page.getByText('举报标为没有违规').first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('[R14, R12, R20] on a phone a held reply is approved and a report replaces the list; members who moderate nothing find neither link nor queue', async ({
  open,
}) => {
  const { id } = await reportReply(2);
  const held = await insertHeldReply(site.db, 'captcha', '<p>Waiting to be seen</p>');
  await site.db.execute(
    sql`
      insert into forum_moderator (forum_id, user_id)
      select forum_id, ${MODERATOR}
      from post
      where id = ${held}
      on conflict do nothing`,
  );
  const page = await open({ ...PHONES[1], language: 'en', colorScheme: 'dark' });
  await login(page, site, MODERATOR);
  await page.goto(`${site.url}/phone/en/me`);
  await page.getByRole('link', { name: 'Needs attention' }).click();
  await page.waitForURL(/me\/moderation/);
  await page.getByRole('list', { name: 'Reported posts' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'No violation' }).waitFor();
  const decision = page.locator('.decide');
  await expectSoon(() => decision.locator('.key-of, kbd').filter({ visible: true }).count()).toBe(
    0,
  );
  await expectSoon(
    () =>
      page
        .locator('.case :is(h2, h3)')
        .evaluateAll(
          (all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().left))).size,
        ),
    'lines of one case begin at one edge',
  ).toBe(1);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goBack();
  await page.getByRole('list', { name: 'Reported posts' }).waitFor();
  await page.getByRole('link', { name: 'Held for review' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Waiting to be seen' });
  await row.getByRole('button', { name: 'Approve' }).click();
  await row.waitFor({ state: 'detached' });
  const { rows } = await site.db.execute(sql`select checked from post where id = ${held}`);
  expect(rows).toEqual([{ checked: true }]);
  expect(await outcomeOf(id)).toBe(null);
  const other = await open({ ...PHONES[1] });
  await login(other, site, PEOPLE.member);
  await other.goto(`${site.url}/phone/zh/me/moderation`);
  await other.getByText('你目前不是任何版块的版主').waitFor();
});
