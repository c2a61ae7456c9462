import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { loadModerationTexts } from '#client/core/dictionary.ts';
import { showActionNotice } from '#client/moderation/action-notice.ts';
import { undoActions } from '#client/moderation/actions.ts';
import {
  $moderatedForum,
  $moderatedThread,
  loadAppendedPages,
  loadModeratedThread,
} from '#client/moderation/moderator-view.ts';
import { saveUserNote } from '#client/moderation/queue.ts';
import type { CallReply } from '#contracts/calls/calls.ts';
import type { ReviewRowWire } from '#contracts/wire/moderation.ts';
import type { ModeratedForumWire, ModeratedThreadWire } from '#contracts/wire/moderator-view.ts';
import BulkSelection from '#islands/moderation/BulkSelection.tsx';
import { ReviewText } from '#islands/moderation/queue/ReviewItem.tsx';
import { WithheldReasonNote } from '#islands/moderation/WithheldReasonNote.tsx';
import { answerCalls, callsOf, refusal } from '../support/answered-calls.ts';
import { findToast, MEMBER, renderIsland } from '../support/component.tsx';

/* Moderators' actions on pages: their rights (R20), and undo (R23). */

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

test('[R20] next to a hidden thread a moderator finds the allowed actions', () => {
  const note = <WithheldReasonNote why="hidden" by={null} kind="thread" id={7} />;
  moderate('thread.hide', 'thread.close');
  renderIsland(note, { as: MODERATOR });
  expect(buttonsIn(document.body)).toEqual([]);
  moderate('thread.delete');
  renderIsland(note, { as: MODERATOR });
  expect(buttonsIn(document.body)).toEqual(['恢复', '删除']);
});

test('[R23] a moderator who undoes an action gets a message when it is done, and not when it is refused', async () => {
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    path.startsWith('/api/')
      ? answered(path, init)
      : Promise.resolve(new Response('page', { headers: { etag: 'v1' } })),
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
  await waitFor(() => expect(refreshed.mock.calls).toEqual([['page']]));
  expect(callsOf('POST /v2/moderation/actions').map(({ body }) => body)).toEqual([undo, undo]);
});

test('[R24] an edit that can’t be undone stops the steps after it, and the moderator gets a message', async () => {
  answerCalls({ 'PUT /v1/thread/post': () => refusal('conflict') });
  const perform = { action: 'restore', kind: 'thread', ids: [7] } as const;
  const steps = [{ editReply: { id: 3, message: '<p>旧的</p>' } }, { perform }];
  await expect(undoActions(steps)).rejects.toMatchObject({ code: 'conflict' });
  expect(callsOf('POST /v2/moderation/actions')).toEqual([]);
});

test('[R29] an unsaved note on a user isn’t shown as saved, a new one or a changed one', async () => {
  answerCalls({
    'POST /v2/moderation/notes': () => refusal('forbidden'),
    'PUT /v2/moderation/notes/{id}': () => refusal('notFound'),
  });
  await expect(saveUserNote('moderation', 5, '广告')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(saveUserNote('moderation', 5, '广告', 3)).rejects.toMatchObject({
    code: 'notFound',
  });
});

test('[R20] moderators’ texts count as loaded when those of every page are there too', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.startsWith('/assets/i18n/zh.json')
      ? new Response(null, { status: 503 })
      : Response.json({}),
  );
  document.documentElement.lang = 'zh';
  await expect(loadModerationTexts()).rejects.toThrow('503');
});

test('[R23] a moderator sees the CDN’s unconfirmed purges of a takedown, and nothing when all are confirmed', async () => {
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

const withheldReply = (id: number): ModeratedThreadWire['withheld'][number] => ({
  kind: 'reply',
  id,
  post_id: id,
  storey: id,
  user: { id: 1, nickname: '若谷' },
  message: '',
  why: 'hidden',
  by: null,
  created_at: '2026-11-01T08:00:00.000Z',
});
const moderatedThread = (
  marks: Partial<ModeratedThreadWire>,
  ...withheld: number[]
): ModeratedThreadWire => ({
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
  slow_minutes: 0,
  is_resolved: 0,
  featured: [],
  withheld: withheld.map(withheldReply),
  rights: [],
  everywhere: false,
  ...marks,
});

/** Calls of the moderators' view, in order; the test answers each. */
function holdQuestions() {
  type Answer = CallReply<'GET /v2/moderation/thread'> | Response;
  const questions: PromiseWithResolvers<Answer>[] = [];
  answerCalls({
    'GET /v2/moderation/thread': () => {
      const question = Promise.withResolvers<Answer>();
      questions.push(question);
      return question.promise;
    },
  });
  return {
    asked: (count: number) => waitFor(() => expect(questions).toHaveLength(count)),
    answer: (at: number, data: ModeratedThreadWire) =>
      questions[at]?.resolve({ code: 0, msg: '', data }),
    refuse: (at: number) => questions[at]?.resolve(refusal('unavailable')),
  };
}

test('[R20] a moderator’s view of a thread is the answer to the last request that got one', async () => {
  const { asked, answer, refuse } = holdQuestions();
  const ask = () => loadModeratedThread(7, () => ({ page: 1, last: 1 }));
  const views = [ask(), ask(), ask()];
  await asked(3);
  refuse(2);
  await expect(views[2]).rejects.toThrow();
  answer(1, moderatedThread({ is_closed: 1 }));
  await views[1];
  answer(0, moderatedThread({ is_closed: 0 }));
  await views[0];
  expect($moderatedThread.get()?.is_closed).toBe(1);
});

test('[R4, R20] a moderator retains the withheld posts of pages that were joined while the view was requested', async () => {
  const { asked, answer } = holdQuestions();
  const shownPages = { page: 1, last: 1 };
  const seen = () => $moderatedThread.get()?.withheld.map(({ id }) => id);
  $moderatedThread.set({ ...moderatedThread({}), withheld: [{ ...withheldReply(3), floor: 3 }] });
  const view = loadModeratedThread(7, () => ({ ...shownPages }));
  await asked(1);
  shownPages.last = 2;
  const joined = loadAppendedPages(7, { page: 2, last: 2 });
  await asked(2);
  answer(1, moderatedThread({}, 21, 22));
  await joined;
  expect(seen()).toEqual([3, 21, 22]);
  answer(0, moderatedThread({}, 3));
  await asked(3);
  expect(callsOf('GET /v2/moderation/thread').at(-1)?.query).toMatchObject({
    page: '1',
    last: '2',
  });
  expect(seen()).toEqual([3, 21, 22]);
  answer(2, moderatedThread({}, 3, 22));
  await view;
  expect(seen()).toEqual([3, 22]);
});

test('[R4, R20] withheld posts of joined pages are dropped if they arrive after a view of all of them', async () => {
  const { asked, answer } = holdQuestions();
  $moderatedThread.set({ ...moderatedThread({}), withheld: [{ ...withheldReply(3), floor: 3 }] });
  const joined = loadAppendedPages(7, { page: 2, last: 2 });
  await asked(1);
  const view = loadModeratedThread(7, () => ({ page: 1, last: 2 }));
  await asked(2);
  answer(1, moderatedThread({}, 3));
  await view;
  answer(0, moderatedThread({}, 21));
  await joined;
  expect($moderatedThread.get()?.withheld.map(({ id }) => id)).toEqual([3]);
});

const HELD: ReviewRowWire = {
  kind: 'thread',
  id: 5,
  key: 'thread:5',
  thread_id: 5,
  post_id: 9,
  subject: '有人收到过私信吗',
  text: '有人收到过私信吗\n昨天收到一条。',
  findings: [],
  links: [],
  forum_name: '闲聊茶座',
  forum_name_en: 'Tea Room',
} as unknown as ReviewRowWire;

test.each([
  ['a thread by its text, which begins with its subject', {}, '主题 · 闲聊茶座'],
  [
    'a thread by its subject where its text is cut',
    { text: '一条。' },
    '主题 · 有人收到过私信吗 · 闲聊茶座',
  ],
  ['a reply by the subject that it is in', { kind: 'reply' }, '回复“有人收到过私信吗” · 闲聊茶座'],
] as const)('[R14] pending items are named: %s', (_what, changes, place) => {
  renderIsland(<ReviewText row={{ ...HELD, ...changes }} />, { as: MODERATOR });
  expect(screen.getByRole('link').closest('p')?.textContent).toBe(place);
});
