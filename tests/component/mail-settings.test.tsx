import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Lang } from '#contracts/language.ts';
import { MAIL_NOTICES } from '#contracts/mailing.ts';
import { OPTIONAL_NOTIFICATION_KINDS, QUEUE_NOTIFICATION_KINDS } from '#contracts/notifications.ts';
import type { MailSettingsWire } from '#contracts/wire/mail.ts';
import { formatDay } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import Settings from '#islands/settings/Settings.tsx';
import { answerCalls, callsOf, noNetwork, refusal } from '../support/answered-calls.ts';
import { MEMBER, renderIsland } from '../support/component.tsx';

/* Members' mail settings (R30). */

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ADDRESS = 'lin@example.com';
const STOPPED_AT = '2026-07-01T08:00:00.000Z';

const mail = (change: Partial<MailSettingsWire> = {}): MailSettingsWire => ({
  address: ADDRESS,
  checked: true,
  frequency: 'off',
  notices: Object.fromEntries(
    MAIL_NOTICES.map((kind) => [kind, true]),
  ) as MailSettingsWire['notices'],
  digest: false,
  time_zone: HERE,
  stopped: null,
  ...change,
});
const reply = (data: MailSettingsWire | null) => ({ code: 0, msg: '', data });

/** The loaded settings page, with this mail state of the forum. */
async function renderSettings(
  answer: () => ReturnType<typeof reply> | Response,
  lang: Lang = 'zh',
) {
  const t = translator(lang);
  answerCalls({
    'GET /v1/user/settings': () => ({
      code: 0,
      msg: '',
      data: {
        nickname: MEMBER.nickname,
        desc: '',
        avatar: '',
        language: lang,
        rename_at: null,
        notify: Object.fromEntries(
          OPTIONAL_NOTIFICATION_KINDS.map((kind) => [kind, true]),
        ) as Record<(typeof OPTIONAL_NOTIFICATION_KINDS)[number], boolean>,
        auto_watch: true,
        may_moderate: false,
        fresh_until: null,
      },
    }),
    'GET /v1/user/token': () => ({ code: 0, msg: '', data: [] }),
    'GET /v1/user/session': () => ({ code: 0, msg: '', data: [] }),
    'GET /v2/user/export': () => ({ code: 0, msg: '', data: { latest: null, next_at: null } }),
    'GET /v2/user/deletion': () => ({ code: 0, msg: '', data: null }),
    'GET /v2/user/mail': answer,
  });
  const { user } = renderIsland(<Settings />, { lang, as: MEMBER, path: 'me/settings' });
  await screen.findByText(t('settings.logins.log.title'));
  return { user, t };
}
const part = (name = '邮件') => within(screen.getByRole('region', { name }));
const save = () => part().getByRole('button', { name: '保存' });

test('[R30] where the forum sends no mail the settings have no part of it', async () => {
  await renderSettings(() => reply(null));
  expect(screen.queryByRole('region', { name: '邮件' })).toBeNull();
});

test('[R30] mail is listed between notifications and tokens, and loads with the first of them', async () => {
  const { t } = await renderSettings(() => reply(mail()));
  expect(
    screen.getAllByRole('region').map((one) => within(one).getAllByRole('heading')[0]?.textContent),
  ).toEqual([
    t('settings.profile.title'),
    t('settings.language.title'),
    t('settings.display.title'),
    t('settings.notices.title'),
    t('settings.mail.title'),
    t('settings.tokens.title'),
    t('settings.logins.title'),
    t('settings.export.title'),
    t('settings.deletion.title'),
  ]);
  expect(callsOf('GET /v2/user/mail')).toHaveLength(1);
});

test.each([
  ['zh', mail({ address: '', checked: false }), /登录服务没有提供邮箱地址/],
  ['zh', mail({ checked: false }), /lin@example\.com 尚未验证/],
  ['en', mail({ address: '', checked: false }), /hasn’t shared an email address/],
  ['en', mail({ checked: false }), /lin@example\.com isn’t verified/],
] as const)(
  '[R30] without a verified address a member sees the remedy, and has no choice: %s, %j',
  async (lang, data, text) => {
    const { t } = await renderSettings(() => reply(data), lang);
    const section = part(t('settings.mail.title'));
    section.getByText(text);
    expect(section.queryAllByRole('radio')).toEqual([]);
    expect(section.queryAllByRole('checkbox')).toEqual([]);
    expect(section.queryByRole('button')).toBeNull();
  },
);

test('[R30] a member is mailed nothing until they choose how often; then what, once a day in their time zone', async () => {
  answerCalls({
    'PUT /v2/user/mail': ({ body }) => reply({ ...mail(), ...(body as MailSettingsWire) }),
  });
  const { user, t } = await renderSettings(() => reply(mail()));
  part().getByText(`发送到 ${ADDRESS}`);
  expect(part().getByRole<HTMLInputElement>('radio', { name: '不发送' }).checked).toBe(true);
  expect(part().getAllByRole('checkbox')).toEqual([
    part().getByRole('checkbox', { name: t('settings.mail.digest') }),
  ]);
  const daily = part().getByRole('radio', { name: /^每天 8:00/ });
  expect(daily.parentElement?.textContent).toContain(HERE);
  await user.click(daily);
  expect(part().getAllByRole('checkbox')).toHaveLength(
    MAIL_NOTICES.length - QUEUE_NOTIFICATION_KINDS.length + 1,
  );
  await user.click(part().getByRole('checkbox', { name: t('settings.notices.like') }));
  await user.click(part().getByRole('checkbox', { name: t('settings.mail.kind.letter') }));
  await user.click(save());
  await part().findByText('已保存');
  expect(callsOf('PUT /v2/user/mail').map(({ body }) => body)).toEqual([
    {
      frequency: 'daily',
      notices: { ...mail().notices, like: false, letter: false },
      digest: false,
      time_zone: HERE,
    },
  ]);
  await user.click(part().getByRole('radio', { name: '不发送' }));
  expect(part().queryByText('已保存')).toBeNull();
});

test('[R30] a member takes the weekly digest alone', async () => {
  answerCalls({
    'PUT /v2/user/mail': ({ body }) => reply({ ...mail(), ...(body as MailSettingsWire) }),
  });
  const { user } = await renderSettings(() => reply(mail()));
  await user.click(part().getByRole('checkbox', { name: '每周精选' }));
  await user.click(save());
  await part().findByText('已保存');
  expect(callsOf('PUT /v2/user/mail')[0]?.body).toMatchObject({ frequency: 'off', digest: true });
});

test('[R30] a member in another time zone sees the zone of the mails, and saving takes their own', async () => {
  const away = HERE === 'America/Lima' ? 'Asia/Tokyo' : 'America/Lima';
  answerCalls({
    'PUT /v2/user/mail': ({ body }) => reply({ ...mail(), ...(body as MailSettingsWire) }),
  });
  const { user } = await renderSettings(() => reply(mail({ frequency: 'daily', time_zone: away })));
  part().getByText(new RegExp(`目前在 ${away}, UTC`));
  await user.click(save());
  await part().findByText('已保存');
  expect(part().queryByText(/目前在/)).toBeNull();
  expect(callsOf('PUT /v2/user/mail')[0]?.body).toMatchObject({ time_zone: HERE });
});

test('[R30] a member whose time zone the server doesn’t know saves the rest, and reads which zone counts', async () => {
  const known = HERE === 'America/Lima' ? 'Asia/Tokyo' : 'America/Lima';
  answerCalls({
    'PUT /v2/user/mail': ({ body }) =>
      body.time_zone === undefined
        ? reply(mail({ ...(body as MailSettingsWire), time_zone: known }))
        : refusal('malformed', { payload: [{ field: 'time_zone' }] }),
  });
  const { user } = await renderSettings(() => reply(mail({ time_zone: known })));
  await user.click(part().getByRole('radio', { name: /^每天 8:00/ }));
  await user.click(save());
  await part().findByText('已保存');
  const daily = part().getByRole<HTMLInputElement>('radio', { name: /^每天 8:00/ });
  expect([daily.checked, daily.parentElement?.textContent]).toEqual([
    true,
    expect.stringContaining(known),
  ]);
  expect(part().queryByText(/目前在/)).toBeNull();
});

test.each(['bounce', 'complaint'] as const)(
  '[R30] a member reads why mail was stopped, and has it tried again: %s',
  async (reason) => {
    answerCalls({ 'PUT /v2/user/mail': () => refusal('internal') });
    const { user, t } = await renderSettings(() =>
      reply(mail({ frequency: 'hourly', stopped: { reason, at: STOPPED_AT } })),
    );
    const text = t(`settings.mail.stopped.${reason}`, {
      address: ADDRESS,
      date: formatDay('zh', new Date(STOPPED_AT)),
    });
    part().getByText(text);
    const resume = part().getByRole('button', { name: '恢复发送' });
    await user.click(resume);
    await part().findByRole('alert');
    answerCalls({ 'PUT /v2/user/mail': () => reply(mail({ frequency: 'hourly' })) });
    await user.click(resume);
    const outcome = await part().findByText(`已恢复向 ${ADDRESS} 发送邮件。`);
    expect(callsOf('PUT /v2/user/mail').at(-1)?.body).toEqual({ stopped: null });
    expect(part().queryByText(text)).toBeNull();
    // The focus is at the former button's position.
    await waitFor(() => expect(document.activeElement).toBe(outcome));
  },
);

test('[R18, R30] a choice that can’t be saved stays selected, with a message', async () => {
  answerCalls({ 'PUT /v2/user/mail': noNetwork });
  const { user } = await renderSettings(() => reply(mail()));
  const now = part().getByRole<HTMLInputElement>('radio', { name: '即时发送' });
  await user.click(now);
  await user.click(save());
  expect((await part().findByRole('alert')).textContent).toMatch(/^保存失败/);
  expect(now.checked).toBe(true);
});

test('[R18, R30] mail that can’t be loaded leaves the other settings alone, and comes when it is asked for again', async () => {
  const { user } = await renderSettings(() => refusal('internal'));
  screen.getByRole('region', { name: '个人资料' });
  const again = await part().findByRole('button', { name: '重试' });
  answerCalls({ 'GET /v2/user/mail': () => reply(mail()) });
  await user.click(again);
  await part().findByRole('radio', { name: '不发送' });
});
