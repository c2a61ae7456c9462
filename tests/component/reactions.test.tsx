import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  $reactions,
  initReaction,
  loadOwnReactions,
  toggleReaction,
} from '#client/thread/reactions.ts';
import { answerCalls, callsOf, refusal } from '../support/answered-calls.ts';
import { findToast, MEMBER, renderIsland } from '../support/component.tsx';

beforeEach(() => void renderIsland(null, { as: MEMBER }));

test('[R25] a like shows before the server answers', async () => {
  initReaction('like-post', 5, 9);
  answerCalls({ 'POST /v1/thread/up': () => new Promise(() => {}) });
  void toggleReaction('like-post', 5);
  await waitFor(() => expect(callsOf('POST /v1/thread/up')).toHaveLength(1));
  expect($reactions.get()['like-post:5']).toEqual({ on: true, count: 10 });
});

test('[R25] a like takes over the server’s count', async () => {
  initReaction('like-post', 8, 9);
  answerCalls({
    'POST /v1/thread/up': () => ({ code: 0, msg: 'ok', data: { is_up: true, like_cnt: 12 } }),
  });
  await toggleReaction('like-post', 8);
  expect($reactions.get()['like-post:8']).toEqual({ on: true, count: 12 });
});

test('[R25] a like that the server refuses is undone', async () => {
  initReaction('like-post', 6, 9);
  answerCalls({ 'POST /v1/thread/up': () => refusal('notFound') });
  await toggleReaction('like-post', 6);
  expect($reactions.get()['like-post:6']).toEqual({ on: false, count: 9 });
  await findToast(/.+/);
});

test('[R25] a click before the marks are known doesn’t remove a like', async () => {
  initReaction('like-thread', 42, 3);
  answerCalls({ 'POST /v1/thread/exists/up': () => ({ code: 0, msg: 'ok', data: [42] }) });
  loadOwnReactions('like-thread', [42]);
  await toggleReaction('like-thread', 42);
  expect($reactions.get()['like-thread:42']).toEqual({ on: true, count: 3 });
  expect(callsOf('POST /v1/thread/up')).toEqual([]);
});
