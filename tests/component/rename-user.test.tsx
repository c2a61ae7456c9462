import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { AdminUserWire } from '#contracts/wire/admin-user.ts';
import { RenameUserDialog } from '#islands/admin/users/UserDialogs.tsx';
import { answerCalls, callsOf, refusal } from '../support/answered-calls.ts';
import { findToast, MEMBER, renderIsland } from '../support/component.tsx';

const RENAME = 'PUT /v2/admin/users/{id}/nickname';
const user = { id: 7, nickname: '官网客服' } as AdminUserWire;
const open = () => {
  const onDone = vi.fn();
  const { user: by } = renderIsland(
    <RenameUserDialog user={user} onClose={() => {}} onDone={onDone} />,
    { as: MEMBER },
  );
  const name = screen.getByRole('textbox', { name: '昵称' });
  const reason = screen.getByRole('textbox', { name: '理由' });
  const submit = () => by.click(screen.getByRole('button', { name: '改名' }));
  return { by, name, reason, submit, onDone };
};

test('[R35] an administrator renames somebody with a reason', async () => {
  answerCalls({ [RENAME]: () => ({ pages: 3 }) });
  const { by, name, reason, submit, onDone } = open();
  await by.clear(name);
  await by.type(name, '老王');
  await by.type(reason, '冒充客服');
  await submit();
  await findToast(/3/);
  expect(callsOf(RENAME)[0]?.body).toEqual({ nickname: '老王', reason: '冒充客服' });
  expect(onDone).toHaveBeenCalledOnce();
});

test.each([
  ['官网客服', '与当前昵称相同'],
  ['王', '昵称需要 2–20 个字'],
  ['老王@家', '昵称不能包含 @ / < >'],
])('[R16] the name %s is not sent', async (typed, problem) => {
  answerCalls({});
  const { by, name, submit } = open();
  await by.clear(name);
  await by.type(name, typed);
  await submit();
  expect(screen.getByText(problem)).toBeDefined();
  expect(screen.getByText('请填写')).toBeDefined();
});

test('[R16] a name that somebody has is said in the dialog, which stays', async () => {
  answerCalls({ [RENAME]: () => refusal('taken') });
  const { by, name, reason, submit, onDone } = open();
  await by.clear(name);
  await by.type(name, '老王');
  await by.type(reason, '冒充客服');
  await submit();
  expect((await screen.findByRole('alert')).textContent).toContain('昵称');
  expect(onDone).not.toHaveBeenCalled();
});
