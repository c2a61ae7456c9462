import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { performAction, undoActions } from '#client/moderation/actions.ts';
import { ActionDialog } from '#islands/moderation/ActionDialog.tsx';
import { answerCalls, callsOf, refusal } from '../support/answered-calls.ts';
import { MEMBER, renderIsland } from '../support/component.tsx';

const ORDER = { action: 'merge', kind: 'thread', ids: [9, 7, 8], into: 7 } as const;
const REASON = { note: 'Same question', notify: true };
const answerMerges = (refused?: number) =>
  answerCalls({
    'POST /v2/moderation/actions': ({ body }) => {
      const [id = 0] = body.ids;
      if (id === refused) return refusal('notFound', { payload: [id] });
      const undo = [
        {
          call: 'POST /v2/moderation/actions',
          body: { action: 'unmerge', kind: 'thread', ids: [id] },
        },
      ];
      return Response.json({ code: 0, data: { changed: [id], unchanged: [], undo } });
    },
  });
const mergedIds = () => callsOf('POST /v2/moderation/actions').map(({ body }) => body?.ids);

test('[R23] selected threads are merged one by one, the oldest first', async () => {
  answerMerges();
  expect((await performAction(ORDER, REASON)).changed).toEqual([8, 9]);
  expect(mergedIds()).toEqual([[8], [9]]);
});

test('[R23] a merge of selected threads is undone from the last to the first', async () => {
  answerMerges();
  await undoActions((await performAction(ORDER, REASON)).undo);
  const undone = callsOf('POST /v2/moderation/actions').slice(2);
  expect(undone.map(({ body }) => [body?.action, body?.ids])).toEqual([
    ['unmerge', [9]],
    ['unmerge', [8]],
  ]);
});

test('[R23] a thread whose merge is refused is named, the other ones are merged', async () => {
  answerMerges(8);
  expect(await performAction(ORDER, REASON)).toMatchObject({ changed: [9], failed: [8] });
});

test('[R23] the oldest of the selected threads is the target unless another is chosen', () => {
  answerCalls({
    'GET /v2/public/config/{name}': () => ({ id: 1, field: 'reasons', value: '{"cards": []}' }),
  });
  const dialog = <ActionDialog order={{ action: 'merge', kind: 'thread', ids: [9, 7, 8] }} />;
  renderIsland(dialog, { as: MEMBER, lang: 'en' });
  const checked = screen.getAllByRole<HTMLInputElement>('radio').map((one) => one.checked);
  expect(checked).toEqual([true, false, false]);
});
