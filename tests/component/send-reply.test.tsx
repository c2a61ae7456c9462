import { beforeEach, expect, test, vi } from 'vitest';
import { sendReply } from '#client/thread/send-reply.ts';
import { answerCalls, noNetwork, refusal } from '../support/answered-calls.ts';
import { MEMBER, renderIsland } from '../support/component.tsx';

/* Sending a reply over an unreliable network. */

const reply = {
  threadId: 42,
  forumId: 3,
  html: '<p>hi</p>',
  key: '5a0e8f5c-1c7e-4d43-8f52-4d3f6b1f0a11',
};
const send = () => sendReply(reply, MEMBER.id, new AbortController().signal);

beforeEach(() => {
  vi.useFakeTimers();
  renderIsland(null, { as: MEMBER, path: 'post/42' });
  answerCalls({ 'GET /v1/login/is_login': () => Response.json(null) });
});

test('[R18] a reply is held while the server is unavailable and sent afterwards', async () => {
  answerCalls({ 'POST /v1/post': noNetwork, 'GET /v1/login/is_login': noNetwork });
  const sending = send();
  await vi.advanceTimersByTimeAsync(5_000);
  answerCalls({
    'POST /v1/post': () =>
      Response.json({ code: 0, msg: 'ok', data: { id: 77, offset: 2, storey: 41 } }),
    'GET /v1/login/is_login': () => Response.json(null),
  });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await sending).toEqual({ id: 77, floor: 41, page: 3, checked: true });
});

/** The first attempt gets no answer, the second one this. */
function refuseSecondAttempt(payload: object | undefined): void {
  let tries = 0;
  answerCalls({
    'POST /v1/post': () => (++tries === 1 ? noNetwork() : refusal('repeat', { payload })),
  });
}
const earlier = { id: 78, thread_id: 42, storey: 21, checked: 1, age: 0.5, same_key: 1 };

test('[R14] a reply whose answer was lost is found instead of being refused as a repetition', async () => {
  refuseSecondAttempt(earlier);
  const sending = send();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await sending).toMatchObject({ id: 78, floor: 21, page: 2, checked: true });
});

test.each([
  ['that another call wrote', { ...earlier, same_key: undefined }],
  ['that was purged since', { id: 78, age: 60, same_key: 1 }],
  ['that isn’t named', undefined],
])('[R14] a repetition of a post %s is no reply that was sent', async (_, payload) => {
  refuseSecondAttempt(payload);
  const sending = send();
  sending.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(3_000);
  await expect(sending).rejects.toMatchObject({ code: 'repeat' });
});
