import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { goToScreen } from '#client/admin/admin-location.ts';
import { adminPath } from '#contracts/admin.ts';
import { CONFIG_ENTRIES, toEmptyConfigValue } from '#contracts/config-entries.ts';
import { SETUP_STEPS } from '#contracts/setup-steps.ts';
import type { AdminConfigWire } from '#contracts/wire/admin-config.ts';
import type { AdminMeWire } from '#contracts/wire/admin-me.ts';
import type { ProviderTrialWire, SetupWire } from '#contracts/wire/setup.ts';
import { Sidebar } from '#islands/admin/Sidebar.tsx';
import SetupScreen from '#islands/admin/setup/SetupScreen.tsx';
import { answerCalls, callsOf, refusal } from '../support/answered-calls.ts';
import { MEMBER, renderIsland } from '../support/component.tsx';

const setup = (change: Partial<SetupWire> = {}): SetupWire => ({
  steps: SETUP_STEPS.map((name) => ({ name, state: 'open' })),
  provider: {
    issuer: 'https://login.example',
    client_id: 'forum',
    has_secret: true,
    redirect_urls: ['https://forum.example/one', 'https://forum.example/two'],
    logout_url: 'https://forum.example/done',
  },
  mail: false,
  forums: 0,
  ...change,
});

const ME: AdminMeWire = {
  id: MEMBER.id,
  nickname: MEMBER.nickname,
  avatar: '',
  address: 'me@example.com',
  group: { name: '超级管理员', name_en: 'Super administrator' },
  time_zone: 'Asia/Shanghai',
  fresh_until: null,
  counts: {},
  troubles: [],
  mail: false,
};

function renderStep(step: string, now: Partial<SetupWire> = {}) {
  answerCalls({ 'GET /v2/admin/setup': () => setup(now), 'GET /v2/admin/me': () => ME });
  goToScreen(adminPath('setup', step));
  return renderIsland(<SetupScreen />, { as: MEMBER });
}

test('[ops] an administrator sees the provider from the environment, and its faults', async () => {
  let trial: ProviderTrialWire = {
    problems: [{ code: 'issuer', detail: 'https://else.example' }],
    keys: 1,
  };
  answerCalls({ 'POST /v2/admin/setup/provider': () => trial });
  const { user } = renderStep('provider');
  const issuer = await screen.findByText('身份提供方', { selector: 'dt' });
  expect(issuer.nextElementSibling?.textContent).toBe('https://login.example');
  expect(screen.getByRole('textbox', { name: '网站的回调地址' })).toHaveProperty(
    'value',
    'https://forum.example/one',
  );
  await user.click(screen.getByRole('button', { name: '测试身份提供方' }));
  expect((await screen.findByRole('alert')).textContent).toContain('https://else.example');
  trial = { problems: [], keys: 2 };
  await user.click(screen.getByRole('button', { name: '测试身份提供方' }));
  await screen.findByText(/响应正常，有 2 个签名密钥/);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[ops] without a provider the step says which variables to set', async () => {
  renderStep('provider', {
    provider: { ...setup().provider, issuer: '', client_id: '', has_secret: false },
  });
  const variables = await screen.findByRole('textbox', { name: '环境变量' });
  expect(variables).toHaveProperty('value', expect.stringContaining('OIDC_ISSUER='));
  expect(screen.queryByRole('button', { name: '测试身份提供方' })).toBeNull();
});

test('[ops] without a mail server the step says which variables to set', async () => {
  renderStep('mail');
  const mail = await screen.findByRole('textbox', { name: '环境变量' });
  expect(mail).toHaveProperty('value', expect.stringContaining('SMTP_URL='));
});

test('[ops] a step that was skipped is put back on the list', async () => {
  const skipped = SETUP_STEPS.map((name) => ({ name, state: 'skipped' as const }));
  answerCalls({ 'PUT /v2/admin/setup/steps/{step}': () => setup() });
  const { user } = renderStep('mail', { steps: skipped });
  await user.click(await screen.findByRole('button', { name: '取消跳过' }));
  await screen.findByRole('button', { name: '暂时跳过' });
  expect(callsOf('PUT /v2/admin/setup/steps/{step}')[0]?.body).toEqual({ skipped: false });
});

test('[ops] forums that somebody else created meanwhile are shown', async () => {
  let forums = 0;
  answerCalls({
    'POST /v2/admin/setup/forums': () => {
      forums = 3;
      return refusal('notEmpty');
    },
  });
  const { user } = renderStep('forums');
  answerCalls({ 'GET /v2/admin/setup': () => setup({ forums }) });
  await user.click(await screen.findByRole('button', { name: '创建这些版块' }));
  await screen.findByText(/已有 3 个版块/);
});

test('[R34] the sidebar shows the name of a brand that is saved', async () => {
  const entry: AdminConfigWire = {
    field: 'brand',
    value: toEmptyConfigValue(CONFIG_ENTRIES.brand.fields),
    version: 0,
    updated_at: null,
    updated_by: null,
    pages: 0,
  };
  answerCalls({
    'GET /v2/admin/setup': () => setup(),
    'GET /v2/admin/me': () => ME,
    'GET /v2/admin/config': () => [entry],
    'PUT /v2/admin/config/{field}': () => ({ version: 1, pages: 0, job: null }),
  });
  document.body.dataset.vendor = '蓝图系统';
  goToScreen(adminPath('setup', 'brand'));
  const { user } = renderIsland(
    <>
      <Sidebar current="setup" />
      <SetupScreen />
    </>,
    { as: MEMBER },
  );
  await user.type(await screen.findByLabelText('品牌名称（中文）'), '青禾科技');
  await user.click(screen.getByRole('button', { name: '保存' }));
  const sidebar = screen.getByRole('navigation', { name: '后台导航' });
  await within(sidebar).findByText('青禾科技');
});

test('[R34] a step that is done has one primary button', async () => {
  const entry: AdminConfigWire = {
    field: 'brand',
    value: toEmptyConfigValue(CONFIG_ENTRIES.brand.fields),
    version: 1,
    updated_at: null,
    updated_by: null,
    pages: 0,
  };
  answerCalls({ 'GET /v2/admin/config': () => [entry] });
  const steps = SETUP_STEPS.map((name) => ({ name, state: 'done' as const }));
  const { user } = renderStep('brand', { steps });
  const primary = () =>
    [...document.querySelectorAll(':is(.save, .setup-controls) .fill')].map(
      (one) => one.textContent,
    );
  const name = await screen.findByLabelText('品牌名称（中文）');
  expect(primary()).toEqual(['继续']);
  await user.type(name, '青禾科技');
  expect(primary()).toEqual(['保存']);
});
