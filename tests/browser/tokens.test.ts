import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { accessibilityProblems, login, test } from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

/* Personal access tokens (R43), as their owner makes and revokes them. */

const site = await startSite();
// the first page that a server renders takes longer than browsers are waited for
await fetch(`${site.url}/zh/me/settings`);
const ME = PEOPLE.member;
const tokens = (page: Page) => page.getByRole('region', { name: '访问令牌' });
const asks = async (token: string) =>
  (
    await fetch(`${site.url}/api/v1/user/msg/count`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;

test('[R43] a token is made, shown once, copied, works, and works no more when it is revoked', async ({
  page,
}) => {
  await page
    .context()
    .grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/me/settings`);
  const part = tokens(page);
  await part.getByRole('button', { name: '生成令牌' }).click();
  await part.getByRole('alert').getByText('写一下用在哪里').waitFor();
  await part.getByLabel('用途').fill('备份脚本');
  await part.getByRole('checkbox', { name: '读取内容和你的消息' }).uncheck();
  await part.getByRole('alert').getByText('至少选一项').waitFor();
  await part.getByRole('checkbox', { name: '读取内容和你的消息' }).check();
  expect(await part.getByRole('checkbox', { name: '做你能做的管理操作' }).count()).toBe(0);
  await part.getByRole('button', { name: '生成令牌' }).click();
  const secret = part.getByRole('textbox', { name: '新的令牌' });
  const token = await secret.inputValue();
  expect(token).toMatch(/^lt_[0-9A-Za-z]{32}$/);
  await part.getByRole('button', { name: '复制' }).click();
  await part.getByRole('button', { name: '已复制' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await asks(token)).toBe(200);
  await part.getByRole('button', { name: '我已保存' }).click();
  await page.reload();
  await part.getByText(`lt_…${token.slice(-4)}`).waitFor();
  expect(await page.content()).not.toContain(token);
  await part.getByRole('button', { name: '撤销令牌 备份脚本', exact: true }).click();
  await part.getByRole('button', { name: '确定撤销令牌 备份脚本' }).click();
  await part.getByText('还没有令牌。').waitFor();
  expect(await asks(token)).toBe(401);
});

test('[R43, R20] who moderates can give a token the scope for it', async ({ page }) => {
  await login(page, site, PEOPLE.globalModerator);
  await page.goto(`${site.url}/zh/me/settings`);
  const part = tokens(page);
  await part.getByLabel('用途').fill('巡查');
  await part.getByRole('checkbox', { name: '做你能做的管理操作' }).check();
  await part.getByLabel('有效期').selectOption('30');
  await part.getByRole('button', { name: '生成令牌' }).click();
  await part.getByRole('textbox', { name: '新的令牌' }).waitFor();
  const { rows } = await site.db.execute(
    sql`
      select scopes, round(extract(epoch from expires_at - now()) / 86400)::int as days
      from access_token
      where user_id = 10001 and name = '巡查'`,
  );
  expect(rows).toEqual([{ scopes: ['read', 'moderate'], days: 30 }]);
});
