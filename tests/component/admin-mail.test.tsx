import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { goToScreen } from '#client/admin/admin-location.ts';
import { $currentAdmin } from '#client/admin/current-admin.ts';
import { ADMIN_SCREENS, adminPath, offeredScreens } from '#contracts/admin.ts';
import type { AdminMailWire, MailLogWire } from '#contracts/wire/mail.ts';
import MailScreen from '#islands/admin/mail/MailScreen.tsx';
import { Sidebar } from '#islands/admin/Sidebar.tsx';
import { answerCalls, callsOf, refusal } from '../support/answered-calls.ts';
import { findToast, MEMBER, renderIsland } from '../support/component.tsx';

const mail = (change: Partial<AdminMailWire> = {}): AdminMailWire => ({
  configured: true,
  from: 'forum@example.com',
  reply_to: '',
  server: 'mail.example.com:587',
  rate: 120,
  waiting: 0,
  oldest: 0,
  sent: 0,
  failed: 0,
  stopped: 0,
  error: '',
  ...change,
});
const letter = (change: Partial<MailLogWire> = {}): MailLogWire => ({
  id: 1,
  kind: 'notices',
  state: 'sent',
  user_id: 20_042,
  nickname: '林间小路',
  address: 'l…@example.com',
  events: 3,
  tries: 1,
  error: '',
  created_at: '2026-07-01T08:00:00.000Z',
  sent_at: '2026-07-01T08:00:02.000Z',
  returned_at: null,
  ...change,
});

/** The screen, with the server's mail state and the rows of its log. */
function renderScreen(now: Partial<AdminMailWire> = {}, letters: MailLogWire[] = []) {
  answerCalls({
    'GET /v2/admin/mail': () => mail(now),
    'GET /v2/admin/mail/letters': () => ({ rows: letters, total: letters.length }),
  });
  goToScreen(adminPath('mail'));
  return renderIsland(<MailScreen />, { as: MEMBER });
}
const definition = async (name: string) =>
  (await screen.findByText(name, { selector: 'dt' })).nextElementSibling?.textContent;

test.each([false, true])(
  '[R19] the sidebar has the screen of mail where the community sends mail: %s',
  async (hasMail) => {
    expect(offeredScreens({ mail: hasMail, setup: true })).toEqual(
      ADMIN_SCREENS.filter((name) => hasMail || name !== 'mail'),
    );
    $currentAdmin.set({
      id: MEMBER.id,
      nickname: MEMBER.nickname,
      avatar: '',
      address: '',
      group: { name: '管理员', name_en: 'Administrators' },
      time_zone: 'Asia/Shanghai',
      fresh_until: null,
      counts: {},
      troubles: [],
      mail: hasMail,
    });
    renderIsland(<Sidebar current="" />, { as: MEMBER });
    const links = within(screen.getByRole('navigation')).getAllByRole('link');
    expect(links.some((one) => one.getAttribute('href') === adminPath('mail'))).toBe(hasMail);
    $currentAdmin.set(undefined);
  },
);

test('[R19] without a mail server the screen says which variables to set', async () => {
  renderScreen({ configured: false, from: '', server: '' });
  await screen.findByRole('heading', { name: '本社区不发送邮件' });
  screen.getByText(/SMTP_URL=smtps:/);
  expect(callsOf('GET /v2/admin/mail/letters')).toEqual([]);
});

test('[R19] an administrator sees the mail server, the unsent mails, and the last failure', async () => {
  renderScreen({ waiting: 12, oldest: 130, sent: 3_456, failed: 7, stopped: 2, error: '550 no' });
  expect(await definition('邮件服务器')).toBe('mail.example.com:587');
  expect(await definition('发件人')).toBe('forum@example.com');
  expect(await definition('回复地址')).toBe('未设置');
  expect(await definition('排队中')).toBe('12');
  expect(await definition('最长等待')).toBe('2 分钟');
  expect(await definition('24 小时内已发送')).toBe('3,456');
  expect(await definition('24 小时内失败')).toMatch(/^7/);
  expect(await definition('停止发送的地址')).toBe('2');
  expect(await definition('最近错误')).toBe('550 no');
  await screen.findByText('还没有邮件');
});

test('[R19] the log lists each mail’s outcome, and is filtered by state, kind and name', async () => {
  const { user } = renderScreen({}, [
    letter({ id: 3, state: 'failed', tries: 5, error: '550 5.1.1 No such user' }),
    letter({ id: 2, kind: 'digest', returned_at: '2026-07-01T09:00:00.000Z' }),
    letter({ id: 1, kind: 'test', state: 'waiting', events: 0, tries: 0, sent_at: null }),
  ]);
  const table = await screen.findByRole('table', { name: '邮件记录' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent?.replace(/\d{4}-\d\d-\d\d( \d\d:\d\d)?/g, ''))).toEqual([
    '林间小路 l…@example.com通知失败35550 5.1.1 No such user',
    '林间小路 l…@example.com每周精选已发送被退回或投诉，31',
    '林间小路 l…@example.com测试排队中00',
  ]);
  expect(
    within(rows[0] as HTMLElement)
      .getByRole('link', { name: '林间小路' })
      .getAttribute('href'),
  ).toBe(adminPath('users', '20042'));
  expect(callsOf('GET /v2/admin/mail/letters')[0]?.query).toMatchObject({ sort: '-id' });
  await user.selectOptions(screen.getByRole('combobox', { name: '全部状态' }), 'failed');
  await user.selectOptions(screen.getByRole('combobox', { name: '全部类型' }), 'digest');
  await user.type(screen.getByRole('textbox', { name: '收件人昵称或编号' }), '林间{Enter}');
  await waitFor(() =>
    expect(callsOf('GET /v2/admin/mail/letters').at(-1)?.query).toMatchObject({
      state: 'failed',
      kind: 'digest',
      q: '林间',
    }),
  );
});

test('[R16, R19] an administrator sets the mails per minute, within limits', async () => {
  answerCalls({
    'PUT /v2/admin/mail': ({ body }) => mail({ rate: (body as { rate: number }).rate }),
  });
  const { user } = renderScreen();
  const rate = await screen.findByRole<HTMLInputElement>('spinbutton', { name: '每分钟发送数' });
  const save = screen.getByRole('button', { name: '保存' });
  await user.clear(rate);
  await user.type(rate, '6001');
  await user.click(save);
  await screen.findByText('请填写 1–6,000 的整数');
  expect(rate.getAttribute('aria-invalid')).toBe('true');
  expect(callsOf('PUT /v2/admin/mail')).toEqual([]);
  await user.clear(rate);
  await user.type(rate, '600');
  await user.click(save);
  await findToast('已保存');
  expect(callsOf('PUT /v2/admin/mail').map(({ body }) => body)).toEqual([{ rate: 600 }]);
  expect(rate.value).toBe('600');
  answerCalls({ 'PUT /v2/admin/mail': () => refusal('forbidden') });
  await user.clear(rate);
  await user.type(rate, '700');
  await user.click(save);
  await waitFor(() => expect(rate.getAttribute('aria-invalid')).toBe('true'));
  expect(rate.value).toBe('700');
});

test('[R19] a test mail shows the mail server’s answer, and is in the log', async () => {
  answerCalls({
    'POST /v2/admin/mail/test': () => ({
      address: 'l…@example.com',
      error: '535 Authentication failed',
    }),
  });
  const { user } = renderScreen();
  await user.type(
    await screen.findByRole('textbox', { name: '测试邮件收件地址' }),
    'lin@example.com',
  );
  const send = await screen.findByRole('button', { name: '发送测试邮件' });
  await user.click(send);
  expect((await screen.findByRole('alert')).textContent).toBe(
    '邮件服务器没有接收发给 l…@example.com 的测试邮件： 535 Authentication failed',
  );
  answerCalls({ 'POST /v2/admin/mail/test': () => ({ address: 'l…@example.com', error: '' }) });
  const reads = callsOf('GET /v2/admin/mail/letters').length;
  await user.click(send);
  await screen.findByText('邮件服务器已接收发给 l…@example.com 的测试邮件。');
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(callsOf('GET /v2/admin/mail/letters').length).toBeGreaterThan(reads));
  expect(callsOf('POST /v2/admin/mail/test').at(-1)?.body).toEqual({ address: 'lin@example.com' });
  answerCalls({ 'POST /v2/admin/mail/test': () => refusal('tooMany', { retryAfter: 60 }) });
  await user.click(send);
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toMatch(/没有接收/));
});

test('[R16] a test mail to an invalid address isn’t sent', async () => {
  const { user } = renderScreen();
  const receiver = await screen.findByRole('textbox', { name: '测试邮件收件地址' });
  await user.type(receiver, 'lin@{Enter}');
  await screen.findByText('请填写邮箱地址，如 name@example.com');
  expect(receiver.getAttribute('aria-invalid')).toBe('true');
  expect(callsOf('POST /v2/admin/mail/test')).toEqual([]);
});
