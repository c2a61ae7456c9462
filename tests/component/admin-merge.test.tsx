import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { BulkBar } from '#islands/admin/table/BulkBar.tsx';
import { MergeThreadsDialog } from '#islands/admin/threads/MergeThreadsDialog.tsx';
import { answerCalls, callsOf, refusal } from '../support/answered-calls.ts';
import { findToast, MEMBER, renderIsland } from '../support/component.tsx';

const THREADS = [
  { id: 9, subject: 'Third' },
  { id: 7, subject: 'First' },
  { id: 8, subject: 'Second' },
];

function Dialog({ onChanged }: { onChanged(): void }) {
  const [isOpen, setIsOpen] = useState(true);
  if (!isOpen) return null;
  const close = () => setIsOpen(false);
  return <MergeThreadsDialog threads={THREADS} onChanged={onChanged} onClose={close} />;
}

function openDialog(refused?: number) {
  answerCalls({
    'GET /v2/public/config/{name}': () => ({ id: 1, field: 'reasons', value: '{"cards": []}' }),
    'GET /v2/admin/me': () => refusal('forbidden'),
    'POST /v2/admin/actions': ({ body }) => {
      const [id = 0] = body.ids;
      if (id === refused) return refusal('notFound', { payload: [id] });
      const undo = [
        { path: '/v2/admin/actions', body: { action: 'unmerge', kind: 'thread', ids: [id] } },
      ];
      return Response.json({ changed: [id], undo });
    },
  });
  const onChanged = vi.fn();
  return {
    ...renderIsland(<Dialog onChanged={onChanged} />, { as: MEMBER, lang: 'en' }),
    onChanged,
  };
}
const sent = () =>
  callsOf('POST /v2/admin/actions').map(({ body }) => [body?.action, body?.ids[0], body?.into]);

test('[R23] an administrator merges the selected threads into the chosen one', async () => {
  const { user, onChanged } = openDialog();
  await user.click(screen.getByRole('radio', { name: /Second/ }));
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(sent()).toEqual([
    ['merge', 7, 8],
    ['merge', 9, 8],
  ]);
});

test('[R23] an administrator’s merge of selected threads is undone from the last to the first', async () => {
  const { user, onChanged } = openDialog();
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledTimes(2));
  expect(sent().slice(2)).toEqual([
    ['unmerge', 9, undefined],
    ['unmerge', 8, undefined],
  ]);
});

test('[R23] a refused merge of an administrator is named', async () => {
  const { user } = openDialog(8);
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  await findToast('Done: 1. Failed: 1 (Second)');
});

test('[R23] an administrator is not offered to merge a single thread', () => {
  const merge = { name: 'merge', label: 'Merge', min: 2, run: async () => false };
  const bar = <BulkBar bulk={[merge]} ids={[7]} rows={[]} onDone={() => {}} onClear={() => {}} />;
  renderIsland(bar, { as: MEMBER, lang: 'en' });
  expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull();
});
