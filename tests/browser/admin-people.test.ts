import { expect } from 'vitest';
import { createSession } from '#auth/session.ts';
import { createToken } from '../../scripts/create-token.ts';
import { userIdOf } from '../../scripts/seed/people.ts';
import { followAdminLink, openAdmin } from '../support/admin-session.ts';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  test,
} from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { pageText, startSite } from '../support/test-site.ts';

/* Actions on users (R20, R29, R35), and accessible dialogs of users, groups and tokens (R42). */

const site = await startSite();
const { $client } = site.db;
const MARTA = PEOPLE.otherMember;
const TEXTS = { language: 'en' } as const;

/** A reply by a user's token. */
async function reply(userId: number, threadId: number): Promise<void> {
  const { token } = await createToken(site.db, { userId, name: 'x', scopes: ['write'] });
  const answer = await fetch(`${site.url}/api/v1/post`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ thread_id: threadId, message: `<p>第 ${Math.random()} 条回复</p>` }),
  });
  expect(((await answer.json()) as { code: number }).code).toBe(0);
  await $client.query(`delete from access_token where user_id = $1`, [userId]);
}

const threadOf = async (userId: number): Promise<number> =>
  (
    await $client.query(
      `
        select thread_id as id
        from post
        join thread t on t.id = thread_id
        where post.user_id = $1
          and floor between 1 and 20
          and post.state = 'normal'
          and not t.closed
        order by post.id
        limit 1`,
      [userId],
    )
  ).rows[0].id;

test('[R20, R29] a person is found and moved to another group with a reason, which published pages show as a badge; a warning of another is withdrawn, with a notification; a third person’s logins end, and personal data are shown on request, which is logged', async ({
  page,
}) => {
  const thread = await threadOf(MARTA);
  const badged = async (path: string) =>
    (await pageText(site, path)).match(/Marta Oliveira[\s\S]{0,400}官方/) !== null;
  expect(await badged(`/zh/post/${thread}`)).toBe(false);
  await openAdmin(page, site, '/users');
  await page.getByRole('textbox', { name: '昵称、编号、邮箱、手机、IP' }).fill('mart');
  await page.waitForURL(/q=mart/);
  await page.getByRole('link', { name: /Marta Oliveira/ }).click();
  await page.waitForURL(`${site.url}/bbs-admin/users/${MARTA}`);
  await page.getByRole('button', { name: '更换用户组' }).click();
  const dialog = page.getByRole('dialog', { name: '更换 Marta Oliveira 的用户组' });
  await dialog.getByLabel('用户组').selectOption({ label: '官方' });
  await dialog.getByRole('button', { name: '更换用户组' }).click();
  await dialog.getByText('请填写').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByLabel('理由').fill('加入文档组');
  await dialog.getByRole('button', { name: '更换用户组' }).click();
  await page.getByText(/已保存，将重新发布 [1-9]\d* 个页面/).waitFor();
  await page.getByRole('definition').filter({ hasText: '官方' }).waitFor();
  await expectSoon(() => badged(`/zh/post/${thread}`)).toBe(true);
  expect(
    (
      await $client.query(
        `select action, reason from action_log where target_user_id = $1 order by id desc limit 1`,
        [MARTA],
      )
    ).rows,
  ).toEqual([{ action: 'user.group', reason: '加入文档组' }]);

  const warned = await threadOf(PEOPLE.fourthMember);
  await $client.query(
    `
      insert into warning (user_id, moderator_id, thread_id, note)
      values (${PEOPLE.fourthMember}, 10001, $1, '请勿灌水')`,
    [warned],
  );
  await followAdminLink(page, '/users?state=warned');
  await page.getByRole('link', { name: String(PEOPLE.fourthMember) }).click();
  await page.getByRole('button', { name: '撤回警告：请勿灌水' }).click();
  const withdrawal = page.getByRole('dialog', { name: '撤回这次警告？' });
  await withdrawal.getByLabel('理由').fill('误判');
  expect(await accessibilityProblems(page)).toEqual([]);
  await withdrawal.getByRole('button', { name: '撤回' }).click();
  await page.getByText(/已撤回/).waitFor();
  expect(
    (
      await $client.query(
        `select act, note from notification where user_id = ${PEOPLE.fourthMember} order by id desc limit 1`,
      )
    ).rows,
  ).toEqual([{ act: 'user.unwarn', note: '误判' }]);

  await createSession(site.db, {
    userId: userIdOf('dabao'),
    kind: 'site',
    ip: '198.51.100.4',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140',
  });
  await createSession(site.db, {
    userId: userIdOf('dabao'),
    kind: 'site',
    ip: '198.51.100.5',
    userAgent: 'Mozilla/5.0 (iPhone) Safari/604',
  });
  await followAdminLink(page, `/users/${userIdOf('dabao')}`);
  await page.getByText('Firefox · Linux').waitFor();
  expect(await page.content()).not.toContain('lantu.example');
  await page.getByRole('button', { name: '查看' }).click();
  await page.getByText('@lantu.example').waitFor();
  await page.getByText('198.51.100.4').waitFor();
  await page.getByRole('button', { name: '退出 Firefox · Linux' }).click();
  const logout = page.getByRole('dialog');
  expect(await accessibilityProblems(page)).toEqual([]);
  await logout.getByRole('button', { name: '退出', exact: true }).click();
  await logout.waitFor({ state: 'detached' });
  await page.getByText('Firefox · Linux').waitFor({ state: 'detached' });
  await expectSoon(
    async () =>
      (await $client.query(`select ip from session where user_id = ${userIdOf('dabao')}`)).rows,
  ).toEqual([{ ip: '198.51.100.5' }]);
  await expectSoon(
    async () =>
      (
        await $client.query(
          `select action from action_log where target_user_id = ${userIdOf('dabao')} order by id`,
        )
      ).rows,
  ).toEqual([{ action: 'user.personal' }, { action: 'user.logout' }]);
});

test('[R29] a ban hides at once, is listed in the history, and is lifted; a concurrent one is reported, not replaced', async ({
  open,
  complaints,
}) => {
  const page = await open(TEXTS);
  const thread = await threadOf(PEOPLE.thirdMember);
  const name = (await $client.query(`select nickname from "user" where id = ${PEOPLE.thirdMember}`))
    .rows[0].nickname as string;
  const words = (
    await $client.query(
      `select excerpt from post where thread_id = $1 and user_id = ${PEOPLE.thirdMember} order by id limit 1`,
      [thread],
    )
  ).rows[0].excerpt.slice(0, 12) as string;
  expect(await pageText(site, `/zh/post/${thread}`)).toContain(words);
  await openAdmin(page, site, `/users/${PEOPLE.thirdMember}`);
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Ban ${name}` });
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await dialog.getByRole('alert').getByText('Please give a reason').waitFor();
  await dialog.getByRole('combobox', { name: 'Duration' }).selectOption({ label: 'Until a date' });
  await dialog.getByLabel(/^Ends/).fill('2020-01-01T00:00');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Adverts again');
  await dialog.getByText('The end must be after the start').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('combobox', { name: 'Duration' }).selectOption({ label: '7 days' });
  await dialog.getByRole('radio', { name: 'Hide all while banned' }).check();
  await $client.query(
    `
      insert into ban (user_id, moderator_id, reason, begin_at)
      values (${PEOPLE.thirdMember}, 10001, 'Somebody was faster', now())`,
  );
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await dialog.getByText(/Somebody was faster; by Jonas Weber/).waitFor();
  expect(await pageText(site, `/zh/post/${thread}`)).toContain(words);
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await pageText(site, `/zh/post/${thread}`)).not.toContain(words);
  const bans = page.getByRole('listitem').filter({ hasText: 'Adverts again' });
  await bans.getByText('Active').waitFor();
  await page.getByRole('button', { name: 'Change ban' }).waitFor();
  await bans.getByText(/^\d.* to .* \(UTC\+8\)$/).waitFor();
  const days = (
    await $client.query(
      `
        select round(extract(epoch from end_at - now()) / 86400)::int as days
        from ban
        where reason = 'Adverts again'`,
    )
  ).rows;
  expect(days).toEqual([{ days: 7 }]);
  await page.getByRole('button', { name: 'Lift ban' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Appeal granted');
  await page.getByRole('dialog').getByRole('button', { name: 'Lift ban' }).click();
  await bans.getByText(/^Lifted$/).waitFor();
  await expectSoon(() => pageText(site, `/zh/post/${thread}`)).toContain(words);
  // The undo restores the ban with its end and its reason.
  await page
    .locator('.toast')
    .filter({ hasText: 'Lifted the ban' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await bans.getByText('Active').waitFor();
  expect(await pageText(site, `/zh/post/${thread}`)).not.toContain(words);
  await expectConsoleMessages(complaints, /status of 409 .*\/api\/v2\/admin\//);
});

test('[R35] a level gained by a reply appears on the published pages of its author', async () => {
  const PERSON = PEOPLE.member;
  await $client.query(`update "user" set credits = 1999, level_id = 4 where id = $1`, [PERSON]);
  const thread = await threadOf(PERSON);
  const level = async (path: string) =>
    (await pageText(site, path)).match(/林间小路[\s\S]{0,400}?Lv (\d)/)?.[1];
  expect([await level(`/zh/user/${PERSON}`), await level(`/zh/post/${thread}`)]).toEqual([
    '4',
    '4',
  ]);
  await reply(
    PERSON,
    (
      await $client.query(
        `
          select id
          from thread
          where not closed and state = 'normal' and id <> $1
          order by id
          limit 1`,
        [thread],
      )
    ).rows[0].id,
  );
  // Earlier pages are re-rendered after a burst of replies would be over: make that now.
  const { rowCount } = await $client.query(
    `
      update graphile_worker._private_jobs
      set run_at = now()
      where key = $1 and run_at > now() + interval '1 minute'`,
    [`level:${PERSON}`],
  );
  expect(rowCount).toBe(1);
  await expectSoon(() => level(`/zh/user/${PERSON}`)).toBe('5');
  await expectSoon(() => level(`/zh/post/${thread}`)).toBe('5');
});

test.for([
  ['zh', 'light', 1440],
  ['en', 'dark', 1000],
] as const)(
  '[R42] no dialog of people, groups and tokens has a barrier: %s, %s, %i',
  async ([language, colorScheme, width], { open }) => {
    const page = await open({ language, colorScheme, width, reducedMotion: 'reduce' });
    await openAdmin(page, site, '/nothing');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const path of [
      `/users/${MARTA}?do=ban`,
      `/users/${MARTA}?do=group`,
      '/groups/20',
      '/groups/10000',
      `/tokens/new?user=${PEOPLE.otherForumModerator}`,
    ]) {
      await followAdminLink(page, path);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').first().waitFor();
      expect(await accessibilityProblems(page), path).toEqual([]);
      await expectSoon(
        () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        path,
      ).toBe(0);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(new URL(page.url()).search, path).toBe('');
    }
  },
);
