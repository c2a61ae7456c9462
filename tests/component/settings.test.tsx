import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OPTIONAL_NOTIFICATION_KINDS } from '#contracts/notifications.ts';
import type { SessionWire, SettingsWire } from '#contracts/wire/settings.ts';
import { Account } from '#islands/account/Account.tsx';
import Settings from '#islands/settings/Settings.tsx';
import { answerCalls, callsOf, noNetwork, refusal } from '../support/answered-calls.ts';
import { MEMBER, renderIsland } from '../support/component.tsx';

/* Members' settings (R17, R30, R35). */

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

const settings = (change: Partial<SettingsWire> = {}): SettingsWire => ({
  nickname: MEMBER.nickname,
  desc: '',
  avatar: '',
  language: 'zh',
  rename_at: null,
  notify: Object.fromEntries(
    OPTIONAL_NOTIFICATION_KINDS.map((kind) => [kind, true]),
  ) as SettingsWire['notify'],
  auto_watch: true,
  may_moderate: false,
  fresh_until: new Date(Date.now() + 600_000).toISOString(),
  ...change,
});
const session = (change: Partial<SessionWire>): SessionWire => ({
  id: 'a',
  kind: 'site',
  user_agent: FIREFOX,
  ip: '203.0.113.7',
  created_at: '2026-07-01T08:00:00.000Z',
  seen_at: '2026-07-02T08:00:00.000Z',
  current: false,
  ...change,
});
const saved = (change: Partial<SettingsWire> = {}) => ({
  code: 0,
  msg: '',
  data: settings(change),
});

/** The loaded settings page; `now` replaces current settings. */
async function renderSettings(now: Partial<SettingsWire> = {}) {
  answerCalls({
    'GET /v1/user/settings': () => saved(now),
    'GET /v1/user/token': () => ({ code: 0, msg: '', data: [] }),
    'GET /v2/user/export': () => ({ code: 0, msg: '', data: { latest: null, next_at: null } }),
    'GET /v2/user/deletion': () => ({ code: 0, msg: '', data: null }),
    'GET /v2/user/mail': () => ({ code: 0, msg: '', data: null }),
    'GET /v1/user/session': () => ({
      code: 0,
      msg: '',
      data: [session({ id: 'here', current: true, user_agent: '' }), session({ id: 'there' })],
    }),
  });
  const rendered = renderIsland(<Settings />, { as: MEMBER, path: 'me/settings' });
  await screen.findByText('最近的登录记录');
  return rendered;
}
const part = (name: string) => within(screen.getByRole('region', { name }));
const save = (name: string) => part(name).getByRole('button', { name: '保存' });

test('[R18] settings that can’t be loaded say why, and come when they are asked for again', async () => {
  answerCalls({
    'GET /v1/user/settings': () => refusal('internal'),
    'GET /v1/user/token': () => refusal('notFound'),
    'GET /v1/user/session': () => refusal('notFound'),
    'GET /v2/user/export': () => refusal('notFound'),
    'GET /v2/user/deletion': () => refusal('notFound'),
    'GET /v2/user/mail': () => ({ code: 0, msg: '', data: null }),
  });
  const { user } = renderIsland(<Settings />, { as: MEMBER });
  const again = await screen.findByRole('button', { name: '重试' });
  expect(screen.queryByRole('region')).toBeNull();
  answerCalls({ 'GET /v1/user/settings': () => saved() });
  await user.click(again);
  await screen.findByRole('region', { name: '个人资料' });
  // Errors of tokens and devices appear in their own parts.
  await part('访问令牌').findByRole('button', { name: '重试' });
  await part('已登录的设备').findByRole('button', { name: '重试' });
});

test('[R42] the colour theme is applied, and stored in this browser', async () => {
  const { user } = await renderSettings();
  const theme = () => document.documentElement.dataset.theme;
  await user.click(part('外观、时区和快捷键').getByRole('radio', { name: '深色' }));
  await user.click(save('外观、时区和快捷键'));
  await part('外观、时区和快捷键').findByText('已保存');
  expect([theme(), localStorage.getItem('theme')]).toEqual(['dark', 'dark']);
  await user.click(part('外观、时区和快捷键').getByRole('radio', { name: '跟随系统' }));
  await user.click(save('外观、时区和快捷键'));
  await waitFor(() => expect([theme(), localStorage.getItem('theme')]).toEqual([undefined, null]));
});

test('[R42] the settings turn single-key shortcuts off in this browser', async () => {
  const { user } = await renderSettings();
  const display = part('外观、时区和快捷键');
  await user.click(display.getByRole('checkbox', { name: '启用单键快捷键' }));
  await user.click(save('外观、时区和快捷键'));
  await display.findByText('已保存');
  expect([document.documentElement.dataset.keys, localStorage.getItem('keys')]).toEqual([
    'off',
    'off',
  ]);
  await user.click(display.getByRole('checkbox', { name: '启用单键快捷键' }));
  await user.click(save('外观、时区和快捷键'));
  await waitFor(() => expect(localStorage.getItem('keys')).toBeNull());
});

test('[R16, R35] a nickname’s error appears at its field; another one is sent, shown in the header, and locked', async () => {
  const { user } = await renderSettings();
  const name = part('个人资料').getByLabelText<HTMLInputElement>('昵称');
  await user.clear(name);
  await user.type(name, '一');
  await user.click(save('个人资料'));
  await part('个人资料').findByText('昵称需要 2–20 个字');
  expect(callsOf('PUT /v1/user/info')).toEqual([]);
  answerCalls({ 'PUT /v1/user/info': () => refusal('taken') });
  await user.clear(name);
  await user.type(name, '若谷');
  await user.click(save('个人资料'));
  const problem = await part('个人资料').findByRole('alert');
  expect(problem.textContent).toBe('这个昵称已被使用');
  // At the focused field, not next to the button at the end of the form.
  expect([name.getAttribute('aria-invalid'), problem.id]).toEqual(['true', 'nickname-hint']);
  await waitFor(() => expect(document.activeElement).toBe(name));
  answerCalls({
    'PUT /v1/user/info': ({ body }) =>
      saved({ ...(body as SettingsWire), rename_at: '2026-08-01T08:00:00.000Z' }),
  });
  await user.clear(name);
  await user.type(name, '山间大道');
  await user.type(part('个人资料').getByLabelText('简介'), '走走停停');
  await user.click(save('个人资料'));
  await part('个人资料').findByText('已保存');
  expect(callsOf('PUT /v1/user/info').at(-1)?.body).toEqual({
    nickname: '山间大道',
    desc: '走走停停',
  });
  expect(name.readOnly).toBe(true);
  part('个人资料').getByText(/之后可以再次修改/);
});

test('[R35] the header shows the new nickname at once', async () => {
  answerCalls({ 'PUT /v1/user/info': () => saved({ nickname: '山间大道' }) });
  answerCalls({
    'GET /v1/user/settings': () => saved(),
    'GET /v1/user/token': () => ({ code: 0, msg: '', data: [] }),
    'GET /v1/user/session': () => ({ code: 0, msg: '', data: [] }),
    'GET /v2/user/export': () => refusal('notFound'),
    'GET /v2/user/deletion': () => refusal('notFound'),
    'GET /v2/user/mail': () => ({ code: 0, msg: '', data: null }),
  });
  const { user } = renderIsland(
    <>
      <Account />
      <Settings />
    </>,
    { as: MEMBER },
  );
  await user.type(await screen.findByLabelText('昵称'), '儿');
  await user.click(save('个人资料'));
  await screen.findByRole('button', { name: '山间大道 的账号菜单' });
});

test('[R14, R16] sensitive words in a name are refused at its field', async () => {
  answerCalls({ 'PUT /v1/user/info': () => refusal('verify', { values: { words: '禁用词丁' } }) });
  const { user } = await renderSettings();
  await user.type(part('个人资料').getByLabelText('简介'), '这是禁用词丁');
  await user.click(save('个人资料'));
  expect((await part('个人资料').findByRole('alert')).textContent).toContain('禁用词丁');
});

test('[R33, R35] a file that isn’t a picture is refused at the button, and the default drawing returns', async () => {
  answerCalls({
    'POST /v1/user/avatar': () => refusal('unsupported'),
    'PUT /v1/user/info': () => saved(),
  });
  const { user } = await renderSettings({ avatar: '/uploads/a.webp' });
  await user.upload(
    part('个人资料').getByLabelText('头像图片'),
    new File(['no picture'], 'x.png', { type: 'image/png' }),
  );
  expect((await part('个人资料').findByRole('alert')).textContent).toBe('不支持这种格式');
  const sent = callsOf('POST /v1/user/avatar')[0]?.form?.get('image') as File;
  expect([sent.name, sent.type]).toEqual(['x.png', 'image/png']);
  await user.click(part('个人资料').getByRole('button', { name: '使用默认头像' }));
  await waitFor(() =>
    expect(part('个人资料').queryByRole('button', { name: '使用默认头像' })).toBeNull(),
  );
  expect(callsOf('PUT /v1/user/info').map(({ body }) => body)).toEqual([{ avatar: '' }]);
});

test('[R30] a member does without some notifications', async () => {
  answerCalls({ 'PUT /v1/user/info': ({ body }) => saved(body as SettingsWire) });
  const { user } = await renderSettings();
  await user.click(part('通知').getByRole('checkbox', { name: '有人觉得我的内容有用' }));
  await user.click(save('通知'));
  await part('通知').findByText('已保存');
  expect(callsOf('PUT /v1/user/info').map(({ body }) => body)).toEqual([
    { notify: { ...settings().notify, like: false }, auto_watch: true },
  ]);
});

test.for([false, true])(
  '[R30] notifications of queues are offered to moderators alone: %s',
  async (isModerator) => {
    await renderSettings({ may_moderate: isModerator });
    const offered = part('通知')
      .queryAllByRole('checkbox')
      .map((box) => box.parentElement?.textContent ?? '');
    for (const name of ['我管理的版块有新举报', '我管理的版块有内容待审核'])
      expect(offered.includes(name)).toBe(isModerator);
  },
);

test('[R17] a member sees where they are logged in, and logs another browser out, or all others', async () => {
  answerCalls({ 'DELETE /v1/user/session': () => ({ code: 0, msg: '' }) });
  const { user } = await renderSettings();
  const logins = part('已登录的设备');
  expect(logins.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('当前设备'),
    expect.stringMatching(/Firefox · Linux.*203\.0\.113\.7/),
  ]);
  await user.click(logins.getByRole('button', { name: '退出 Firefox · Linux' }));
  await waitFor(() => expect(logins.getAllByRole('listitem')).toHaveLength(1));
  expect(callsOf('DELETE /v1/user/session').map(({ query }) => query)).toEqual([{ id: 'there' }]);
  expect(logins.queryByRole('button', { name: '退出其他所有设备' })).toBeNull();
});

test('[R17] a member opens the list of their latest sign-ins in the settings', async () => {
  const entry = { user_agent: FIREFOX, created_at: '2026-07-01T08:00:00.000Z' };
  answerCalls({
    'GET /v1/user/session/log': () => ({
      code: 0,
      msg: '',
      data: [
        { ...entry, id: 2, kind: 'admin', event: 'refused', reason: 'rank', ip: '198.51.100.7' },
        { ...entry, id: 1, kind: 'site', event: 'login', reason: '', ip: '203.0.113.4' },
      ],
    }),
  });
  const { user } = await renderSettings();
  expect(callsOf('GET /v1/user/session/log')).toEqual([]);
  const title = part('已登录的设备').getByText('最近的登录记录');
  await user.click(title);
  const log = within(title.closest('details') as HTMLElement);
  await log.findByText('198.51.100.7');
  expect(log.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/登录被拒绝[\s\S]*不是管理员[\s\S]*198\.51\.100\.7[\s\S]*Firefox/),
    expect.stringMatching(/登录[\s\S]*203\.0\.113\.4/),
  ]);
});

test('[R18] a form that can’t be saved retains its input and says so', async () => {
  answerCalls({ 'PUT /v1/user/info': noNetwork });
  const { user } = await renderSettings();
  const about = part('个人资料').getByLabelText<HTMLTextAreaElement>('简介');
  await user.type(about, '没有网络时写的');
  await user.click(save('个人资料'));
  expect((await part('个人资料').findByRole('alert')).textContent).toMatch(/^保存失败/);
  expect(about.value).toBe('没有网络时写的');
});
