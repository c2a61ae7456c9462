import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeEach, expect } from 'vitest';
import { createSession } from '#auth/session.ts';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  login,
  test,
} from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { phonePhoto } from '../support/sample-pictures.ts';
import { startSite } from '../support/test-site.ts';

/* Settings (R17, R30, R35) and tokens (R43). Component tests cover refusals and field errors. */

const site = await startSite();
// The first rendered page takes longer than the tests' timeout.
await fetch(`${site.url}/zh/me/settings`);
const ME = PEOPLE.member;
const NICKNAME = '林间小路';

const part = (page: Page, name: string) => page.getByRole('region', { name });
const me = async () =>
  (
    await site.db.execute<{
      nickname: string;
      description: string;
      avatar: string;
      language: string;
      notify: Record<string, boolean>;
    }>(sql`select nickname, description, avatar, language, notify from "user" where id = ${ME}`)
  ).rows[0];

/** Status of a call with the token. */
const statusOf = async (token: string) =>
  (
    await fetch(`${site.url}/api/v1/user/msg/count`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;

/** axe's findings while the page shows field errors. */
async function problemsOfForms(page: Page): Promise<string[]> {
  await page.locator('#logins details.log').waitFor();
  await page.locator('#nickname').fill('<');
  await page.locator('#profile form [type="submit"]').click();
  await page.locator('#tokens form [type="submit"]').click();
  await page.locator('#token-name-problem').waitFor();
  return accessibilityProblems(page);
}

beforeEach(async () => {
  await site.db.execute(
    sql`
      update "user"
      set
        nickname = ${NICKNAME},
        description = '',
        avatar = '',
        avatar_chosen = false,
        renamed_at = null,
        language = 'zh',
        notify = '{}'
      where id = ${ME}`,
  );
});

test('[R16, R35, R42] a member takes another nickname, and published pages show it; the next one must wait; field errors are accessible', async ({
  open,
}) => {
  const page = await open({ reducedMotion: 'reduce' });
  const { rows } = await site.db.execute<{ thread: number }>(sql`
    select p.thread_id as thread
    from post p
    join thread t on t.id = p.thread_id
    join forum f on f.id = t.forum_id and f.access = 'public'
    where p.user_id = ${ME}
      and p.floor between 1 and 20
      and p.state = 'normal'
      and p.checked
      and t.state = 'normal'
      and t.checked
    limit 1`);
  const published = async () => (await fetch(`${site.url}/zh/post/${rows[0]?.thread}`)).text();
  expect(await published()).toContain(NICKNAME);
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/me/settings`);
  const profile = part(page, '个人资料');
  const name = profile.getByLabel('昵称');
  expect(await problemsOfForms(page)).toEqual([]);
  await name.fill('山间大道');
  await profile.getByLabel('简介').fill('走走停停');
  await profile.getByRole('button', { name: '保存' }).click();
  await profile.getByRole('status').getByText('已保存').waitFor();
  expect(await me()).toMatchObject({ nickname: '山间大道', description: '走走停停' });
  await page.getByRole('banner').getByRole('button', { name: '山间大道 的账号菜单' }).waitFor();
  await expectSoon(() => name.getAttribute('readonly')).not.toBeNull();
  await profile.getByText(/之后可以再次修改/).waitFor();
  await expect.poll(published, { timeout: 45_000, interval: 500 }).toContain('山间大道');
});

test('[R33, R35] a member gets a square picture from any, and the drawing back', async ({
  page,
  complaints,
}) => {
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/me/settings`);
  const profile = part(page, '个人资料');
  const field = profile.locator('input[type="file"]');
  await profile.getByRole('button', { name: '更换头像' }).waitFor();
  await field.setInputFiles({
    name: 'x.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  });
  await profile.getByRole('alert').waitFor();
  const jpeg = await phonePhoto();
  expect(jpeg.length).toBeGreaterThan(2 * 1024 * 1024); // above the server's limit
  await field.setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer: jpeg });
  await profile.locator('img.av').waitFor();
  const size = await profile.locator('img.av').evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  });
  expect(size).toEqual([256, 256]);
  await page.getByRole('banner').locator('.me img.av').waitFor();
  expect((await me())?.avatar).toMatch(/^\/uploads\//);
  await profile.getByRole('button', { name: '使用默认头像' }).click();
  await profile.locator('svg.av').waitFor();
  expect((await me())?.avatar).toBe('');
  await expectConsoleMessages(complaints, /status of 415 .*\/api\/v1\/user\/avatar/);
});

test('[R11, R17, R30, R42, R43] a member does without some notifications, logs another browser out, makes a token and revokes it, and chooses the language, which this browser shows at once', async ({
  open,
}) => {
  const page = await open({ reducedMotion: 'reduce', width: 1000 });
  await page
    .context()
    .grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await site.db.execute(sql`delete from session where user_id = ${ME}`);
  await createSession(site.db, {
    userId: ME,
    kind: 'site',
    ip: '203.0.113.7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/me/settings`);

  await part(page, '通知').getByRole('checkbox', { name: '有人觉得我的内容有用' }).uncheck();
  await part(page, '通知').getByRole('button', { name: '保存' }).click();
  await part(page, '通知').getByRole('status').getByText('已保存').waitFor();
  expect((await me())?.notify).toMatchObject({ like: false, reply: true });

  const logins = part(page, '已登录的设备');
  await logins.getByRole('button', { name: '退出 Firefox · Linux' }).click();
  await expectSoon(() => logins.getByRole('listitem').count()).toBe(1);
  expect(
    (await site.db.execute(sql`select 1 from session where user_id = ${ME}`)).rows,
  ).toHaveLength(1);

  const tokens = part(page, '访问令牌');
  await tokens.getByLabel('用途').fill('备份脚本');
  await tokens.getByRole('button', { name: '创建令牌' }).click();
  const token = await tokens.getByRole('textbox', { name: '新令牌' }).inputValue();
  expect(token).toMatch(/^lt_[0-9A-Za-z]{32}$/);
  await tokens.getByRole('button', { name: '复制' }).click();
  await tokens.getByRole('button', { name: '已复制' }).waitFor();
  const search = page.getByRole('searchbox').first();
  await search.focus();
  await page.keyboard.press('Control+V');
  await expectSoon(() => search.inputValue()).toBe(token);
  await search.fill('');
  await page.getByText('最近的登录记录').click();
  await page.locator('details.log li').first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await statusOf(token)).toBe(200);

  await part(page, '界面语言').getByRole('radio', { name: 'English' }).check();
  await part(page, '界面语言').getByRole('button', { name: '保存' }).click();
  await page.waitForURL(`${site.url}/en/me/settings?lang=en#language`);
  expect((await me())?.language).toBe('en');
  expect(
    (await page.context().cookies(site.url)).find(({ name }) => name === 'language')?.value,
  ).toBe('en');

  const anew = part(page, 'Access tokens');
  await anew.getByText(`lt_…${token.slice(-4)}`).waitFor();
  expect(await page.content()).not.toContain(token);
  await expectSoon(() =>
    part(page, 'Notifications')
      .getByRole('checkbox', { name: 'Someone finds my post helpful' })
      .isChecked(),
  ).toBe(false);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await problemsOfForms(page)).toEqual([]);
  await anew.getByRole('button', { name: /^Revoke/ }).click();
  await anew.getByRole('button', { name: /^Confirm revoking/ }).click();
  await expectSoon(() => statusOf(token)).toBe(401);
});
