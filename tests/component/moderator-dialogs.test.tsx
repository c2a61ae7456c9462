import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { goToScreen } from '#client/admin/admin-location.ts';
import { $currentAdmin } from '#client/admin/current-admin.ts';
import { adminPath } from '#contracts/admin.ts';
import type { AdminMeWire } from '#contracts/wire/admin-me.ts';
import type { AdminUserWire } from '#contracts/wire/admin-user.ts';
import ConfigScreen from '#islands/admin/content/ConfigScreen.tsx';
import { UserDetails } from '#islands/admin/users/UserDetails.tsx';
import { AdminBanDialog, ChangeGroupDialog } from '#islands/admin/users/UserDialogs.tsx';
import { BanDialog } from '#islands/moderation/BanDialog.tsx';
import ModerationDialogs from '#islands/moderation/ModerationDialogs.tsx';
import { answerCalls, callsOf, refusal } from '../support/answered-calls.ts';
import { MEMBER, renderIsland } from '../support/component.tsx';

/* Problems and refusals in dialogs of moderators and administrators. */

const GROUPS = [
  { id: 10, name: '成员', name_en: 'Member' },
  { id: 20, name: '版主', name_en: 'Moderator' },
  { id: 30, name: '工作人员', name_en: 'Staff' },
];
const person = {
  id: 7,
  nickname: 'Jun',
  group: GROUPS[0],
  bans: [],
  ban: 0,
} as unknown as AdminUserWire;
const asAdministrator = () =>
  $currentAdmin.set({
    id: 1,
    fresh_until: new Date(Date.now() + 600_000).toISOString(),
  } as AdminMeWire);
const NOTES = {
  'GET /v2/moderation/notes': () => Response.json({ code: 0, data: [] }),
  'GET /v2/public/config/{name}': () => ({ id: 1, field: 'reasons', value: '{"cards": []}' }),
};

test('[R20] a group that somebody else changed meanwhile is shown next to one’s own choice', async () => {
  asAdministrator();
  answerCalls({
    'GET /v2/admin/groups': () => Response.json({ groups: GROUPS }),
    'PUT /v2/admin/users/{id}/group': () => refusal('conflict', { payload: { group_id: 20 } }),
  });
  const done = vi.fn();
  const dialog = <ChangeGroupDialog user={person} onClose={() => {}} onDone={done} />;
  const { user } = renderIsland(dialog, { as: MEMBER, lang: 'en' });
  await screen.findByRole('option', { name: 'Staff' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Group' }), 'Staff');
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Docs');
  await user.click(screen.getByRole('button', { name: 'Change group' }));
  const clash = await screen.findByRole('alert');
  expect(
    within(clash)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Staff', 'Moderator']);
  answerCalls({ 'PUT /v2/admin/users/{id}/group': () => ({ pages: 1 }) });
  await user.click(within(clash).getByRole('button', { name: 'Overwrite with mine' }));
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(callsOf('PUT /v2/admin/users/{id}/group')[1]?.body).toMatchObject({ was: 20 });
});

test('[R20] the page of a number that nobody has says so, with the way back', async () => {
  answerCalls({ 'GET /v2/admin/users/{id}': () => refusal('notFound') });
  renderIsland(<UserDetails id={99_999_999} />, { as: MEMBER, lang: 'en' });
  await screen.findByText('User not found');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('User 99999999');
  expect(screen.getByRole('link', { name: 'All users' })).toBeDefined();
});

test('[R29] a ban that would be over is not sent', async () => {
  asAdministrator();
  answerCalls(NOTES);
  const dialog = (
    <AdminBanDialog user={person} onStale={() => {}} onClose={() => {}} onDone={() => {}} />
  );
  const { user } = renderIsland(dialog, { as: MEMBER, lang: 'en' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Duration' }), 'Until a date');
  await user.type(screen.getByLabelText(/^Ends/), '2020-01-01T08:00');
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Spam');
  await user.click(screen.getByRole('button', { name: /^Ban/ }));
  expect(screen.getByRole('alert').textContent).toContain('The end must be after');
});

test('[R29] a moderator without the right to ban somebody learns who has it', async () => {
  answerCalls({
    'GET /v2/moderation/person': () =>
      Response.json({ code: 0, data: { id: 1, nickname: '若谷', may_ban: false, bans: [] } }),
  });
  renderIsland(<BanDialog userId={1} />, { as: { ...MEMBER, moderates: true } });
  await screen.findByText(/若谷.*管理员/);
});

test('[R20, R23] the input stays in a dialog whose action is refused', async () => {
  answerCalls({ 'POST /v2/moderation/actions': () => refusal('forbidden') });
  const answered = globalThis.fetch;
  // the page is requested again to show its current state
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    path.startsWith('/api/') ? answered(path, init) : Promise.resolve(new Response('page')),
  );
  const question = { order: { action: 'hide', kind: 'thread', ids: [7] } } as const;
  const { user } = renderIsland(<ModerationDialogs question={question} />, {
    as: { ...MEMBER, moderates: true },
  });
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), '先看看');
  await user.click(dialog.getByRole('button', { name: '隐藏' }));
  await dialog.findByRole('alert');
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('先看看');
});

test('[R16] a card without a title and with a wrong link is not sent', async () => {
  answerCalls({
    'GET /v2/admin/config': () =>
      Response.json([
        { field: 'activities', value: { cards: [] }, version: 1, updated_at: null, pages: 3 },
      ]),
  });
  goToScreen(adminPath('content', 'activities'));
  const { user } = renderIsland(<ConfigScreen />, { as: MEMBER, lang: 'en' });
  await user.click(await screen.findByRole('button', { name: 'Add card' }));
  await user.type(screen.getByRole('textbox', { name: 'Link' }), 'javascript:alert(1)');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Enter a title')).toBeDefined();
  expect(screen.getByText('Invalid link')).toBeDefined();
  const title = screen.getByRole('textbox', { name: 'Title' });
  expect(title.getAttribute('aria-invalid')).toBe('true');
});
