import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { initReaction } from '#client/thread/reactions.ts';
import { ReplyActions } from '#islands/thread/ReplyActions.tsx';
import { ThreadContext } from '#islands/thread/thread-context.ts';
import { answerCalls, refusal } from '../support/answered-calls.ts';
import { findToast, MEMBER, renderIsland } from '../support/component.tsx';

/* A rate limit's countdown, at the control or in a toast. */

test('[R18] a toast of a 429 counts its seconds down and disappears at the end', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answerCalls({ 'POST /v1/thread/up': () => refusal('tooMany', { retryAfter: 20 }) });
  initReaction('like-post', 7, 5);
  const nothing = () => undefined;
  const { user } = renderIsland(
    <ThreadContext value={{ threadId: 3, authorId: 1, closed: false, page: 1, quote: nothing }}>
      <ReplyActions postId={7} replyKey="p7" authorId={1} onQuote={nothing} onEdit={nothing} />
    </ThreadContext>,
    { as: MEMBER },
  );
  const like = screen.getByRole('button', { pressed: false });
  await user.click(like);
  const tip = await findToast(/请 (20|19|18) 秒后再试/);
  // The optimistic like is undone.
  expect([like.getAttribute('aria-pressed'), like.textContent]).toEqual(['false', '5']);
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(tip.textContent).toMatch(/请 (\d|10) 秒后再试/));
  await vi.advanceTimersByTimeAsync(11_000);
  await waitFor(() => expect(screen.queryByText(/秒后再试/)).toBeNull());
});
