import { expect } from 'vitest';
import { createToken } from '../../scripts/create-token.ts';
import { userIdOf } from '../../scripts/seed/people.ts';
import { followAdminLink, loginAsAdmin, openAdmin } from '../support/admin-session.ts';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  test,
} from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { pageText, startSite } from '../support/test-site.ts';

/* Groups with their rights, and access tokens (R19, R20, R43). */

const site = await startSite();
const { $client } = site.db;
const MARTA = PEOPLE.otherMember;
const TEXTS = { language: 'en' } as const;

test('[R19, R20, R43] an old login is asked for before the form is filled in, and comes back to the same form; a group’s new name appears on its members’ pages; the list of tokens has their expiry dates', async ({
  page,
}) => {
  await loginAsAdmin(page, site);
  await $client.query(
    `update session set authenticated_at = now() - interval '11 minutes' where kind = 'admin'`,
  );
  await page.goto(`${site.url}/bbs-admin/groups/20`);
  await page.getByRole('dialog', { name: '版主' }).getByText('为了安全').waitFor();
  await expectSoon(() => page.getByRole('checkbox').count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('link', { name: '重新登录' }).click();
  await page.waitForURL(/\/sso\//);
  await page.locator('button[value="10000"]').click();
  await page.waitForURL(`${site.url}/bbs-admin/groups/20`);
  await page.getByRole('dialog').getByLabel('封禁用户').uncheck();
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(
    (await $client.query(`select allow_ban_user as ban from "group" where id = 20`)).rows,
  ).toEqual([{ ban: false }]);

  const PERSON = userIdOf('wendang');
  expect(await pageText(site, `/zh/user/${PERSON}`)).toContain('官方');
  await followAdminLink(page, '/groups/30');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('中文名称').fill('产品团队');
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByText(/已保存，将重新发布 [1-9]\d* 个页面/).waitFor();
  await expectSoon(() => pageText(site, `/zh/user/${PERSON}`)).toContain('产品团队');

  const days = 20;
  const expiresAt = Date.now() + days * 86_400_000;
  await createToken(site.db, { userId: MARTA, name: '月底到期', scopes: ['read'], days });
  await followAdminLink(page, '/tokens');
  const day = await page.evaluate((at) => new Intl.DateTimeFormat('sv-SE').format(at), expiresAt);
  await page
    .getByRole('row', { name: /月底到期/ })
    .getByRole('cell', { name: day, exact: true })
    .waitFor();
});

test('[R20, R43] a group is made, changed over what somebody else saved, used and deleted; a token is made for a bot, shown once, works, and is revoked by everybody’s list', async ({
  open,
  complaints,
}) => {
  const page = await open(TEXTS);
  await openAdmin(page, site, '/groups');
  await page.getByRole('link', { name: 'New group' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Chinese name').fill('译者');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Required').waitFor();
  await dialog.getByLabel('English name').fill('Translators');
  await dialog.getByLabel('Upload pictures').uncheck();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Edit group Translators' }).click();
  await dialog.getByLabel('English name').fill('Interpreters');
  await $client.query(
    `
      update "group"
      set name_en = 'Translation team', allow_attach = true, version = version + 1
      where name = '译者'`,
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectSoon(() => dialog.getByRole('alert').getByRole('cell').allTextContents()).toEqual([
    'Interpreters',
    'Translation team',
    '–',
    '✓',
  ]);
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Use current version' }).click();
  await expectSoon(() => dialog.getByLabel('Upload pictures').isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete group 译者?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /Translat/ }).waitFor({ state: 'detached' });
  expect((await $client.query(`select from "group" where name = '译者'`)).rows).toEqual([]);
  await expectConsoleMessages(complaints, /status of 409 .*\/api\/v2\/admin\/groups/);

  await followAdminLink(page, '/tokens/new');
  const issue = page.getByRole('dialog', { name: 'Create token' });
  await issue.getByRole('button', { name: 'Create token' }).click();
  await issue.getByText('Choose a user').waitFor();
  await issue.getByLabel('Owner').fill(String(userIdOf('xiangcai')));
  await issue.getByLabel('Owner').press('Enter');
  await issue.getByRole('button', { name: /^Choose / }).click();
  await issue.getByLabel('Purpose').fill('Spam patrol');
  await issue.getByLabel('Moderate where the user can').check();
  await issue.getByRole('button', { name: 'Create token' }).click();
  await issue.getByText('This user doesn’t moderate any forum').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await issue.getByLabel('Moderate where the user can').uncheck();
  await issue.getByRole('button', { name: 'Create token' }).click();
  await expectConsoleMessages(complaints, /status of 400 .*\/api\/v2\/admin\//);
  const token = await page.getByRole('textbox', { name: 'New token' }).inputValue();
  expect(await accessibilityProblems(page)).toEqual([]);
  const asks = async () =>
    (
      await fetch(`${site.url}/api/v1/user/msg/count`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  expect(await asks()).toBe(200);
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.getByRole('button', { name: 'Revoke token Spam patrol' }).click();
  const asked = page.getByRole('dialog', { name: 'Revoke token Spam patrol?' });
  expect(await accessibilityProblems(page)).toEqual([]);
  await asked.getByRole('button', { name: 'Revoke' }).click();
  await page
    .getByRole('row', { name: /Spam patrol/ })
    .getByText('Revoked')
    .waitFor();
  expect(await asks()).toBe(401);
});
