import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CaptchaClosed } from '#client/captcha/captcha-prompt.ts';
import { Failure } from '#client/core/failure.ts';
import { type Submission, useSubmit } from '#islands/hooks/use-submit.ts';
import { renderIsland } from '../support/component.tsx';

function Form({ onDraw }: { onDraw(submission: Submission): void }) {
  const submission = useSubmit();
  onDraw(submission);
  const { step, failure, waitSeconds } = submission;
  return <output>{[step, failure?.code, waitSeconds].join(' ')}</output>;
}

function renderSubmission(): { current: Submission } {
  const latest = {} as { current: Submission };
  renderIsland(<Form onDraw={(submission) => (latest.current = submission)} />);
  return latest;
}
const shown = () => document.querySelector('output')?.textContent;

test('[unit] a form is sent once at a time, and says when it is done', async () => {
  const form = renderSubmission();
  const answer = Promise.withResolvers<void>();
  let sent = 0;
  const work = () => {
    sent++;
    return answer.promise;
  };
  const outcomes: Promise<boolean>[] = [];
  act(() => void outcomes.push(form.current.run(work), form.current.run(work)));
  expect([shown(), sent]).toEqual(['pending  0', 1]);
  await act(async () => answer.resolve());
  expect([shown(), await Promise.all(outcomes)]).toEqual(['done  0', [true, false]]);
  act(() => form.current.clearOutcome());
  expect(shown()).toBe('idle  0');
});

test('[unit] a refusal shows the remaining seconds; a closed captcha and field errors don’t', async () => {
  const form = renderSubmission();
  const run = (work: () => Promise<unknown>) => act(() => form.current.run(work));
  const retryAt = Date.now() + 20_000;
  expect(await run(() => Promise.reject(new Failure(429, 'tooMany', { retryAt })))).toBe(false);
  await waitFor(() => expect(shown()).toMatch(/^idle tooMany (20|19)$/));
  expect(await run(() => Promise.reject(new CaptchaClosed()))).toBe(false);
  expect(shown()).toBe('idle  0');
  expect(await run(async () => false)).toBe(false);
  expect(shown()).toBe('idle  0');
});

test('[unit] cancelling aborts the signal of what is being sent', async () => {
  const form = renderSubmission();
  let outcome: Promise<boolean> | undefined;
  act(() => {
    outcome = form.current.run(
      (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
  });
  await act(async () => form.current.cancel());
  expect([await outcome, shown()]).toEqual([false, 'idle  0']);
});
