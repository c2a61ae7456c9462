import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ModeratedForumWire } from '#contracts/wire/moderator-view.ts';
import BulkSelection from '#islands/moderation/BulkSelection.tsx';
import { WithheldReasonNote } from '#islands/moderation/WithheldReasonNote.tsx';
import { $moderatedForum } from '#stores/moderation/moderator-view.ts';
import { MEMBER, renderIsland } from '../support/component.tsx';

/* What pages offer to moderators: what they may do there (R20). */

const MODERATOR = { ...MEMBER, moderates: true };
const moderate = (...rights: ModeratedForumWire['rights']) =>
  $moderatedForum.set({ id: 3, withheld: [], rights, everywhere: false });
const buttonsIn = (place: HTMLElement) =>
  within(place)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);

test('[R20] a moderator who may only close threads finds no other action for several of them', () => {
  moderate('thread.close');
  renderIsland(<BulkSelection kind="thread" />, { as: MODERATOR });
  expect(buttonsIn(screen.getByRole('region', { name: '批量操作' }))).toEqual([
    '关闭回复',
    '重新开放',
    '结束选择',
  ]);
});

test('[R20] beside a hidden thread a moderator finds what they may do with it', () => {
  const note = <WithheldReasonNote why="hidden" by={null} kind="thread" id={7} />;
  moderate('thread.hide', 'thread.close');
  renderIsland(note, { as: MODERATOR });
  expect(buttonsIn(document.body)).toEqual([]);
  moderate('thread.delete');
  renderIsland(note, { as: MODERATOR });
  expect(buttonsIn(document.body)).toEqual(['恢复', '删除']);
});
