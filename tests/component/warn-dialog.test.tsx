import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { AdminUserWire } from '#contracts/wire/admin-user.ts';
import type { WarningWire } from '#contracts/wire/moderation.ts';
import { AdminWarnDialog } from '#islands/admin/users/UserDialogs.tsx';
import ModerationDialogs from '#islands/moderation/ModerationDialogs.tsx';
import { answerCalls, callsOf, refusal } from '../support/answered-calls.ts';
import { MEMBER, renderIsland } from '../support/component.tsx';

const CONFIG = {
  'GET /v2/public/config/{name}': () => ({ id: 1, field: 'reasons', value: '{"cards": []}' }),
  'GET /v2/moderation/notes': () => Response.json({ code: 0, data: [] }),
} as const;
const WARNING: WarningWire = {
  id: 4,
  user_id: 7,
  moderator: { id: 1, nickname: 'Jonas' },
  thread_id: 0,
  post_id: 0,
  subject: '',
  note: 'Be kind',
  created_at: '2026-01-01T00:00:00.000Z',
  withdrawn_at: null,
};

function openDialog(mayWarnGenerally: boolean, warnings: WarningWire[] = []) {
  answerCalls({
    ...CONFIG,
    'GET /v2/moderation/person': () =>
      Response.json({
        code: 0,
        data: {
          id: 7,
          nickname: 'Jun',
          may_warn: true,
          may_warn_generally: mayWarnGenerally,
          warnings_cnt: warnings.length,
          bans: [],
        },
      }),
    'GET /v2/moderation/warnings': () => Response.json({ code: 0, data: warnings }),
    'POST /v1/thread/warning': () =>
      Response.json({ code: 0, data: { id: 9, count: 1, undo: [] } }),
  });
  return renderIsland(<ModerationDialogs question={{ warn: { userId: 7 } }} />, {
    as: { ...MEMBER, moderates: true },
    lang: 'en',
  });
}

test('[R29] a moderator of all forums warns a user from the list of their warnings', async () => {
  const { user } = openDialog(true, [WARNING]);
  await user.click(await screen.findByRole('button', { name: 'Warn Jun' }));
  await user.type(screen.getByRole('textbox'), ' Stop the insults ');
  await user.click(screen.getByRole('button', { name: 'Warn' }));
  await vi.waitFor(() =>
    expect(callsOf('POST /v1/thread/warning').map(({ body }) => body)).toEqual([
      { user_id: 7, thread_id: 0, post_id: 0, comment_id: 0, note: 'Stop the insults' },
    ]),
  );
});

test('[R29] a warning in general without a reason is not sent', async () => {
  const { user } = openDialog(true);
  await user.click(await screen.findByRole('button', { name: 'Warn Jun' }));
  await user.click(screen.getByRole('button', { name: 'Warn' }));
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  expect(callsOf('POST /v1/thread/warning')).toEqual([]);
});

test('[R20] a moderator of some forums is not offered a warning in general', async () => {
  openDialog(false);
  await screen.findByText(/^To warn Jun, open the moderation menu/);
  expect(screen.queryByRole('button', { name: 'Warn Jun' })).toBeNull();
});

test('[R20] a moderator of some forums is not offered to withdraw a warning in general', async () => {
  openDialog(false, [WARNING]);
  await screen.findByText('Be kind');
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});

test('[R20] a moderator of some forums is offered to withdraw a warning for a thread', async () => {
  openDialog(false, [{ ...WARNING, thread_id: 3, subject: 'Numbers' }]);
  await screen.findByRole('button', { name: 'Withdraw' });
});

test('[R29] an administrator warns a user in general', async () => {
  answerCalls({
    ...CONFIG,
    'GET /v2/admin/me': () => refusal('forbidden'),
    'POST /v2/admin/actions': () => ({ changed: [7], undo: [] }),
  });
  const person = { id: 7, nickname: 'Jun' } as AdminUserWire;
  const done = vi.fn();
  const dialog = (
    <AdminWarnDialog user={person} onStale={() => {}} onClose={() => {}} onDone={done} />
  );
  const { user } = renderIsland(dialog, { as: MEMBER, lang: 'en' });
  const form = within(await screen.findByRole('dialog', { name: 'Warn Jun' }));
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Insults');
  await user.click(form.getByRole('button', { name: 'Warn' }));
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(callsOf('POST /v2/admin/actions')[0]?.body).toEqual({
    action: 'warn',
    kind: 'user',
    ids: [7],
    note: 'Insults',
  });
});
