import type { Page } from 'playwright';
import { expect } from 'vitest';
import { userIdOf } from '../../scripts/seed/people.ts';
import { followAdminLink, loginAsAdmin } from '../support/admin-session.ts';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  test,
} from '../support/browser.ts';
import { insertHeldReply, insertReports } from '../support/moderation-queues.ts';
import { PEOPLE } from '../support/people.ts';
import { hiddenButtons } from '../support/shown-buttons.ts';
import { startSite } from '../support/test-site.ts';

const site = await startSite();
const one = async <T>(text: string, values: unknown[] = []): Promise<T> =>
  (await site.db.$client.query(text, values)).rows[0] as T;
const stateOf = async (post: number) =>
  (await one<{ state: string }>('select state from post where id = $1', [post])).state;
const outcomeOf = async (report: number) =>
  (await one<{ outcome: string | null }>('select outcome from report where id = $1', [report]))
    .outcome;
/** In the open toast; older tooltips may still be shown. */
const undo = (page: Page, name: string) =>
  page.locator('.toast').last().getByRole('button', { name });

test('[R28, R14, R23] a report is read next to the queue, claimed, and handled by keys, and its reporter is notified; somebody else’s decision on a pending item replaces one’s own; threads are found by words, author, state and day, deleted with a reason, restored, moved', async ({
  page,
  complaints,
}) => {
  const { report } = await insertReports(
    site.db,
    [PEOPLE.member, PEOPLE.thirdMember, PEOPLE.fourthMember],
    ['spam', 'abuse', 'spam'],
  );
  const { report: next } = await insertReports(site.db, [PEOPLE.member]);
  await loginAsAdmin(page, site);
  await page.goto(`${site.url}/bbs-admin/reports`);
  await page.getByRole('row').nth(1).getByRole('button').click();
  await page.getByRole('heading', { name: '广告或灌水，3 人举报' }).waitFor();
  await page.getByText('连着发了好几个主题').waitFor();
  await page.getByRole('button', { name: '还有 1 人' }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('t');
  await page.getByRole('button', { name: '取消认领' }).waitFor();
  await expectSoon(() => page.getByRole('row').nth(1).textContent()).toContain('已认领');
  await page.keyboard.press('w');
  await page.getByText('请填写理由，作者会看到').waitFor();
  expect(await outcomeOf(report)).toBeNull();
  await page.keyboard.type('请不要发广告');
  await page.getByRole('heading', { name: '广告或灌水，3 人举报' }).click();
  await page.keyboard.press('w');
  await expectSoon(() => outcomeOf(report)).toBe('warn');
  expect(
    await one(
      `
        select count(*)::int as told
        from notification
        where kind = 'report' and act = 'report.warn'`,
    ),
  ).toEqual({ told: 3 });
  expect(await one(`select note from warning order by id desc limit 1`)).toEqual({
    note: '请不要发广告',
  });
  // The next one is open by then.
  await page.getByRole('heading', { name: '广告或灌水，1 人举报' }).waitFor();
  await page.keyboard.press('n');
  await expectSoon(() => outcomeOf(next)).toBe('dismiss');
  await page.getByText('没有待处理的举报').waitFor();
  await expectSoon(() => page.getByText('选择一条举报').count()).toBe(0);
  await expectSoon(() => page.locator('.decide').count()).toBe(0);
  await undo(page, '撤销').click();
  await expectSoon(() => outcomeOf(next)).toBeNull();
  await page.getByRole('row').nth(1).getByRole('button').click();
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await hiddenButtons(page.locator('.decide'))).toEqual([]);

  const waiting = await insertHeldReply(site.db, 'captcha', '<p>等待中的一段话</p>');
  await followAdminLink(page, '/review');
  await page.getByText('等待中的一段话').waitFor();
  await site.db.$client.query('update post set checked = true where id = $1', [waiting]);
  await page
    .getByRole('row')
    .filter({ hasText: '等待中的一段话' })
    .getByRole('button', { name: '通过' })
    .click();
  await page.getByRole('alert').getByText('已被他人处理').waitFor();
  await page.getByText('等待中的一段话').waitFor({ state: 'detached' });
  await expectConsoleMessages(complaints, /status of 409 .*\/api\/v2\/admin\/review/);

  const thread = await one<{ id: number; subject: string; nickname: string; forum: number }>(
    `
      select t.id, t.subject, u.nickname, t.forum_id as forum
      from thread t
      join "user" u on u.id = t.user_id
      join forum f on f.id = t.forum_id and f.access = 'public'
      where t.state = 'normal' and t.checked and t.language = 'zh_CN' and t.forum_id = 1
      order by t.id
      limit 1`,
  );
  await followAdminLink(page, '/threads');
  await page.getByLabel('内容关键词').fill(thread.subject);
  const row = page.getByRole('row').filter({ hasText: thread.subject }).first();
  await row.waitFor();
  await page.getByLabel('作者或编号').fill(thread.nickname);
  await page.keyboard.press('Enter');
  await page.waitForURL(/author=/);
  await row.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await row.getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: '删除', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '删除 1 条内容？' });
  await dialog.getByLabel('理由').first().fill('重复发帖');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: '删除' }).click();
  await expectSoon(() => row.textContent()).toContain('已删除');
  expect((await fetch(`${site.url}/zh/post/${thread.id}`)).status).toBe(406);
  await undo(page, '撤销').click();
  await expectSoon(() => row.textContent()).toContain('显示中');
  await expectSoon(async () => (await fetch(`${site.url}/zh/post/${thread.id}`)).status).toBe(200);
  await row.getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: '移动' }).click();
  const move = page.getByRole('dialog', { name: '移动 1 个主题' });
  await move.getByLabel('目标版块').selectOption('2');
  expect(await accessibilityProblems(page)).toEqual([]);
  await move.getByRole('button', { name: '移动', exact: true }).click();
  await expectSoon(() => one('select forum_id from thread where id = $1', [thread.id])).toEqual({
    forum_id: 2,
  });
  await page.getByLabel('到', { exact: true }).fill('2020-01-01');
  await page.keyboard.press('Enter');
  await page.getByText('没有符合条件的').waitFor();
});

test('[R28] another administrator’s earlier decision is shown, and nothing is done twice', async ({
  open,
  complaints,
}) => {
  const { report, post } = await insertReports(site.db, [PEOPLE.fifthMember]);
  const [mine, theirs] = await Promise.all([open({ language: 'en' }), open({ language: 'en' })]);
  await loginAsAdmin(mine, site, PEOPLE.administrator);
  await loginAsAdmin(theirs, site, PEOPLE.globalModerator);
  for (const page of [mine, theirs]) {
    await page.goto(`${site.url}/bbs-admin/reports?case=${report}`);
    await page.getByRole('button', { name: 'No violation' }).waitFor();
  }
  await theirs.keyboard.press('t');
  await theirs.getByRole('button', { name: 'Release' }).waitFor();
  await mine.keyboard.press('x');
  await mine.getByRole('alert').getByText('Jonas Weber has just claimed it').waitFor();
  expect(await stateOf(post)).toBe('normal');
  expect(await accessibilityProblems(mine)).toEqual([]);
  await theirs.keyboard.press('n');
  await expectSoon(() => outcomeOf(report)).toBe('dismiss');
  await mine.keyboard.press('x');
  await mine.getByRole('alert').getByText('Jonas Weber handled it: No violation').waitFor();
  expect([await stateOf(post), await outcomeOf(report)]).toEqual(['normal', 'dismiss']);
  await expectConsoleMessages(complaints, /status of 409 .*\/api\/v2\/admin\/reports/);
});

test('[R29] the author of a reported post is banned for some days, after a question; deleting can be undone from the toast', async ({
  open,
}) => {
  const { report, post } = await insertReports(site.db, [userIdOf('dabao')]);
  const author = (await one<{ id: number }>('select user_id as id from post where id = $1', [post]))
    .id;
  const page = await open({ language: 'en', colorScheme: 'dark' });
  await loginAsAdmin(page, site);
  await page.goto(`${site.url}/bbs-admin/reports?case=${report}`);
  await page.getByRole('button', { name: 'Ban the author…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await dialog.getByRole('alert').getByText('Please give a reason').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Third time');
  await dialog.getByRole('combobox', { name: 'Duration' }).selectOption('3');
  await dialog.getByLabel('Starts').fill('2030-01-01T08:00');
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const terms = `
    select
      round(extract(epoch from banned_until - banned_from) / 86400)::int as days,
      banned_from > now() as ahead
    from "user"
    where id = $1`;
  expect(await one(terms, [author])).toEqual({ days: 3, ahead: true });
  await undo(page, 'Undo').click();
  await expectSoon(() => one(terms, [author])).toEqual({ days: null, ahead: null });
  const again = await insertReports(site.db, [userIdOf('dabao')]);
  await followAdminLink(page, `/reports?case=${again.report}`);
  await page.getByRole('button', { name: 'Delete only' }).click();
  await expectSoon(() => stateOf(again.post)).toBe('deleted');
  await undo(page, 'Undo').click();
  await expectSoon(() => stateOf(again.post)).toBe('normal');
});

test('[R14, R23] pending posts show their words, are approved one by one, and rejected together with a reason; a deleted reply is removed for good by a job, only after its confirmation is typed', async ({
  open,
}) => {
  await site.db.$client.query(
    `
      insert into sensitive_word (word, normalized, action, created_by)
      values ('buy now', 'buynow', 'review', 10000)
      on conflict do nothing`,
  );
  const good = await insertHeldReply(site.db, 'words', '<p>Where can I buy now a new battery?</p>');
  const bad = [
    await insertHeldReply(
      site.db,
      'newcomer',
      '<p>Look at <a href="https://shop.example/keys">this</a></p>',
    ),
    await insertHeldReply(site.db, 'captcha', '<p>asdf asdf</p>'),
  ];
  const page = await open({ language: 'en' });
  await loginAsAdmin(page, site);
  await page.goto(`${site.url}/bbs-admin/review`);
  const row = page.getByRole('row').filter({ hasText: 'new battery' });
  await expectSoon(() => row.locator('mark').textContent()).toBe('buy now');
  await page.getByText('Links to https://shop.example/keys').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await row.getByRole('button', { name: 'Approve' }).click();
  await expectSoon(() => one('select checked from post where id = $1', [good])).toEqual({
    checked: true,
  });
  await row.waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject 2 posts?' });
  await expectSoon(() => dialog.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe(
    'It doesn’t follow the community rules.',
  );
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Adverts');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await page.getByText('Queue is empty').waitFor();
  for (const post of bad) expect(await stateOf(post)).toBe('deleted');
  expect(
    await one(`select count(*)::int as told from notification where note = 'Adverts'`),
  ).toEqual({ told: 2 });

  const reply = await one<{ id: number; subject: string }>(
    `
      update post p
      set state = 'deleted', deleted_at = now(), deleted_by = 10000
      from thread t
      where t.id = p.thread_id
        and p.id = (
          select id
          from post
          where floor = 2 and state = 'normal'
          order by id desc
          limit 1
        )
      returning p.id, t.subject`,
  );
  await followAdminLink(page, '/threads/replies?state=deleted');
  await page.getByRole('checkbox', { name: `Select #2 in ${reply.subject}` }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete permanently' }).click();
  const purge = page.getByRole('dialog', { name: 'Permanently delete 1 item?' });
  const button = purge.getByRole('button', { name: 'Delete permanently' });
  await purge.getByLabel(/^Type/).fill('delete 2');
  await expectSoon(() => button.getAttribute('aria-disabled')).toBe('true');
  await purge.getByLabel(/^Type/).fill('delete 1');
  expect(await accessibilityProblems(page)).toEqual([]);
  await button.click();
  await page.getByRole('link', { name: 'See results' }).waitFor({ timeout: 30_000 });
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await one('select count(*)::int as n from post where id = $1', [reply.id])).toEqual({
    n: 0,
  });
  await page.getByRole('link', { name: 'See results' }).click();
  await page.getByText(`Reply ${reply.id}`).waitFor();
  await followAdminLink(page, `/log?kind=post&about=${reply.id}`);
  await page.getByRole('button', { name: 'Permanently deleted a reply' }).waitFor();
});

test('[R20] the action log is found by actor, action, target and time, and an entry shows the former state; paging works beyond its count, and back', async ({
  open,
}) => {
  await site.db.$client.query(
    `
      insert into action_log (actor_id, action, target_name, detail)
      values
        (
          10001,
          'words.edit',
          'words',
          jsonb_build_object(
            'before', '{"word": "old one", "action": "ban"}'::jsonb,
            'after', '{"word": "new one", "action": "ban"}'::jsonb
          )
        ),
        (10000, 'config.save', 'carousel', '{}')`,
  );
  let page = await open();
  for (const language of ['zh', 'en'] as const) {
    if (language === 'en') page = await open({ language });
    await loginAsAdmin(page, site);
    await page.goto(`${site.url}/bbs-admin/log?actor=10001&kind=words`);
    await page
      .getByRole('button', { name: language === 'en' ? 'Edited a sensitive word' : '编辑敏感词' })
      .click();
    const dialog = page.getByRole('dialog');
    await expectSoon(() => dialog.getByRole('cell').allTextContents()).toEqual([
      'old one',
      'new one',
      'ban',
      'ban',
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await followAdminLink(page, '/log?about=carousel');
    await page
      .getByRole('button', { name: language === 'en' ? 'Changed site content' : '修改站点内容' })
      .waitFor();
    await expectSoon(() => page.getByRole('row').count()).toBe(2);
    expect(await accessibilityProblems(page)).toEqual([]);
    await expectSoon(() => page.getByRole('link', { name: 'CSV' }).getAttribute('href')).toContain(
      '/api/v2/admin/log.csv?',
    );
  }

  await site.db.$client.query(
    `
      insert into action_log (actor_id, action, target_name)
      select 10000, 'config.save', 'notify'
      from generate_series(1, 10000 + 60)`,
  );
  const { total } = await one<{ total: string }>('select count(*) as total from action_log');
  await followAdminLink(page, '/log?offset=9975');
  await page.getByText('9,976–10,000 of 10,000+').waitFor();
  const [next, previous] = [
    page.getByRole('button', { name: 'Next', exact: true }),
    page.getByRole('button', { name: 'Previous', exact: true }),
  ];
  await next.click();
  await page.getByText(`10,001–10,025 of ${Number(total).toLocaleString('en')}`).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await next.click();
  await page.getByText('10,026–10,050').waitFor();
  await previous.click();
  await page.getByText('10,001–10,025').waitFor();
  await previous.click();
  await page.getByText('9,976–10,000 of 10,000+').waitFor();
});
