import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { CallReply } from '#contracts/calls/calls.ts';
import type { ModeratedForumWire, ModeratedThreadWire } from '#contracts/wire/moderator-view.ts';
import BulkSelection from '#islands/moderation/BulkSelection.tsx';
import { WithheldReasonNote } from '#islands/moderation/WithheldReasonNote.tsx';
import { showActionNotice } from '#stores/moderation/action-notice.ts';
import {
  $moderatedForum,
  $moderatedThread,
  loadModeratedThread,
} from '#stores/moderation/moderator-view.ts';
import { answerCalls, callsOf, refusal } from '../support/answered-calls.ts';
import { findToast, MEMBER, renderIsland } from '../support/component.tsx';

/* What pages offer to moderators: what they may do there (R20), and the way back (R23). */

const MODERATOR = { ...MEMBER, moderates: true };
const moderate = (...rights: ModeratedForumWire['rights']) =>
  $moderatedForum.set({ id: 3, withheld: [], waiting: 0, rights, everywhere: false });
const buttonsIn = (place: HTMLElement) =>
  within(place)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);

test('[R20] a moderator who may only close threads finds no other action for several of them', () => {
  moderate('thread.close');
  renderIsland(<BulkSelection kind="thread" />, { as: MODERATOR });
  expect(buttonsIn(screen.getByRole('region', { name: '批量操作' }))).toEqual([
    '锁定',
    '解除锁定',
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

test('[R23] a moderator who takes an action back is told so when it is done, and not when it is refused', async () => {
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    init?.method === 'HEAD'
      ? Promise.resolve(new Response(null, { headers: { etag: 'v1' } }))
      : answered(path, init),
  );
  const { user } = renderIsland(null, { as: MODERATOR });
  const undo = { action: 'restore', kind: 'thread', ids: [7] } as const;
  const refreshed = vi.fn();
  const takeBack = async () => {
    showActionNotice(
      { key: 'moderation.done.hide', values: { count: 1 }, undo: [{ perform: undo }] },
      refreshed,
    );
    await user.click(await screen.findByRole('button', { name: '撤销' }));
  };
  answerCalls({ 'POST /v2/moderation/actions': () => refusal('conflict') });
  await takeBack();
  await findToast('内容已被他人修改，请刷新后再试');
  expect(screen.queryByText('已撤销')).toBeNull();
  expect(refreshed).not.toHaveBeenCalled();
  answerCalls({
    'POST /v2/moderation/actions': () => ({
      code: 0,
      msg: '',
      data: { changed: [7], unchanged: [], undo: [] },
    }),
  });
  await takeBack();
  await findToast('已撤销');
  await waitFor(() => expect(refreshed.mock.calls).toEqual([['v1']]));
  expect(callsOf('POST /v2/moderation/actions').map(({ body }) => body)).toEqual([undo, undo]);
});

test('[R23] a moderator is told what the CDN hasn’t confirmed of a takedown, and nothing when it has', async () => {
  renderIsland(null, { as: MODERATOR });
  const key = 'moderation.done.hide';
  showActionNotice({ key, values: { count: 1 }, undo: [] }, () => {});
  expect(screen.queryByText(/CDN/)).toBeNull();
  const cdn = { waiting: 3, oldest: 130 };
  showActionNotice({ key, values: { count: 1 }, undo: [], cdn }, () => {});
  await findToast(
    '本站已撤下，但 CDN 还有 3 处缓存尚未确认清除，最久的已等待 2 分钟；系统会自动重试',
  );
});

test('[R20] what a moderator sees of a thread is the answer to the last question that got one', async () => {
  const thread = (marks: Partial<ModeratedThreadWire>): ModeratedThreadWire => ({
    id: 7,
    forum_id: 3,
    type_id: 1,
    first_post_id: 70,
    subject: '主题',
    user: { id: 1, nickname: '若谷' },
    why: null,
    by: null,
    message: '',
    merged_into: 0,
    top: 0,
    is_top_forum: 0,
    is_digest: 0,
    is_digest_forum: 0,
    is_closed: 0,
    is_resolved: 0,
    featured: [],
    withheld: [],
    rights: [],
    everywhere: false,
    ...marks,
  });
  type Answer = CallReply<'GET /v2/moderation/thread'> | Response;
  const questions: PromiseWithResolvers<Answer>[] = [];
  answerCalls({
    'GET /v2/moderation/thread': () => {
      const question = Promise.withResolvers<Answer>();
      questions.push(question);
      return question.promise;
    },
  });
  const ask = () => loadModeratedThread(7, { page: 1, last: 1 });
  const asked = [ask(), ask(), ask()];
  await waitFor(() => expect(questions).toHaveLength(3));
  questions[2]?.resolve(refusal('unavailable'));
  await expect(asked[2]).rejects.toThrow();
  const answer = (at: number, marks: Partial<ModeratedThreadWire>) => {
    questions[at]?.resolve({ code: 0, msg: '', data: thread(marks) });
    return asked[at];
  };
  await answer(1, { is_closed: 1 });
  await answer(0, { is_closed: 0 });
  expect($moderatedThread.get()?.is_closed).toBe(1);
});
