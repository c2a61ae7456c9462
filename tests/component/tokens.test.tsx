import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TokenWire } from '#contracts/wire/settings.ts';
import { TokenSettings } from '#islands/settings/TokenSettings.tsx';
import { answerCalls, callsOf, refusal } from '../support/answered-calls.ts';
import { findToast, MEMBER, renderIsland } from '../support/component.tsx';

const SECRET = 'lt_0123456789abcdefghijklmnopqrstuv';
const TOKEN: TokenWire = {
  id: 5,
  name: '备份脚本',
  hint: 'stuv',
  scopes: ['read'],
  created_at: '2026-07-01T08:00:00.000Z',
  used_at: null,
  expires_at: null,
  issuer: null,
};

/** The section of the settings; `tokens` are the server's, `isFresh` means a recent login. */
function renderTokens({ moderates = false, isFresh = true, tokens = [] as TokenWire[] } = {}) {
  const kept = [...tokens];
  answerCalls({
    'GET /v1/user/token': () => ({ code: 0, msg: '', data: kept }),
    'POST /v1/user/token': () => {
      kept.push(TOKEN);
      return { code: 0, msg: '', data: { id: TOKEN.id, token: SECRET } };
    },
    'DELETE /v1/user/token': () => ({ code: 0, msg: '' }),
  });
  const until = new Date(Date.now() + (isFresh ? 600_000 : -1_000)).toISOString();
  return renderIsland(<TokenSettings moderator={moderates} freshUntil={until} />, { as: MEMBER });
}

test('[R43] a token needs a name and a right, is shown once, copied, and listed by its end', async () => {
  const { user } = renderTokens();
  await screen.findByText('还没有令牌。');
  const make = screen.getByRole('button', { name: '创建令牌' });
  await user.click(make);
  expect(screen.getByRole('alert').textContent).toBe('请填写用途');
  await user.type(screen.getByLabelText('用途'), ' 备份脚本 ');
  const reads = screen.getByRole('checkbox', { name: '读取内容和你的通知' });
  await user.click(reads);
  expect(screen.getByRole('alert').textContent).toBe('请至少选择一项');
  await user.click(reads);
  expect(screen.queryByRole('checkbox', { name: '执行你有权限的管理操作' })).toBeNull();
  await user.click(make);
  const secret = await screen.findByRole<HTMLInputElement>('textbox', { name: '新令牌' });
  expect(secret.value).toBe(SECRET);
  await user.click(screen.getByRole('button', { name: '复制' }));
  await screen.findByRole('button', { name: '已复制' });
  expect(await navigator.clipboard.readText()).toBe(SECRET);
  expect(callsOf('POST /v1/user/token').map(({ body }) => body)).toEqual([
    { name: '备份脚本', scopes: ['read'], days: 90 },
  ]);
  await screen.findByText('lt_…stuv');
  await user.click(screen.getByRole('button', { name: '我已保存' }));
  expect(screen.queryByDisplayValue(SECRET)).toBeNull();
});

test('[R43, R20] a moderator can give a token the scope for it', async () => {
  const { user } = renderTokens({ moderates: true });
  await user.type(await screen.findByLabelText('用途'), '巡查');
  await user.click(screen.getByRole('checkbox', { name: '执行你有权限的管理操作' }));
  await user.selectOptions(screen.getByLabelText('有效期'), '30');
  await user.click(screen.getByRole('button', { name: '创建令牌' }));
  await screen.findByRole('textbox', { name: '新令牌' });
  expect(callsOf('POST /v1/user/token').map(({ body }) => body)).toEqual([
    { name: '巡查', scopes: ['read', 'moderate'], days: 30 },
  ]);
});

test('[R43] a token is revoked at the second press, and stays when that is refused', async () => {
  const { user } = renderTokens({ tokens: [TOKEN] });
  const row = within(await screen.findByRole('listitem'));
  answerCalls({ 'DELETE /v1/user/token': () => refusal('notFound') });
  await user.click(row.getByRole('button', { name: '吊销令牌 备份脚本' }));
  expect(callsOf('DELETE /v1/user/token')).toEqual([]);
  await user.click(row.getByRole('button', { name: '确认吊销令牌 备份脚本' }));
  await findToast('没有找到，内容可能已被删除');
  answerCalls({ 'DELETE /v1/user/token': () => ({ code: 0, msg: '' }) });
  await user.click(row.getByRole('button', { name: '确认吊销令牌 备份脚本' }));
  await screen.findByText('还没有令牌。');
  expect(callsOf('DELETE /v1/user/token').at(-1)?.query).toEqual({ id: '5' });
});

test('[R43] a user with an old login must log in again before creating a token', async () => {
  renderTokens({ isFresh: false });
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: '重新登录' });
  expect(new URL(link.href).searchParams.get('fresh')).toBe('1');
  expect(screen.queryByRole('button', { name: '创建令牌' })).toBeNull();
});

test('[R43] a token that an administrator made says so', async () => {
  renderTokens({ tokens: [{ ...TOKEN, issuer: '若谷' }] });
  await screen.findByText('由 若谷 创建');
});

test('[R43] without proof of a fresh login, the owner sees why there is no form', async () => {
  answerCalls({ 'GET /v1/user/token': () => ({ code: 0, msg: '', data: [] }) });
  renderIsland(<TokenSettings moderator={false} freshUntil={null} />, { as: MEMBER });
  await screen.findByText(/身份提供方没有提供登录时间/);
  expect(screen.queryByRole('link')).toBeNull();
});
