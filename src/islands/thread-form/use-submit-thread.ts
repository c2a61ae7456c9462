import { useRef, useState } from 'react';
import { isSessionOwner } from '#client/account/session-owner.ts';
import { CaptchaClosed } from '#client/captcha/solve-captcha.ts';
import { createSubmitLock } from '#client/composer/submit-lock.ts';
import { Failure } from '#client/core/failure.ts';
import { navigateTo } from '#client/core/overlay-history.ts';
import { fetchPageVersion, waitUntilPublished } from '#client/core/page-version.ts';
import { threadDraft } from '#client/drafts/thread-draft.ts';
import type { PostedThread } from '#client/thread/send-thread.ts';
import { type Root, threadPath } from '#contracts/paths.ts';

export type SubmitState =
  | { step: 'writing' | 'pending' | 'going' | 'stranger' }
  | { step: 'refused'; failure: Failure }
  | { step: 'held' };

interface Submission {
  submitting: SubmitState;
  /** Sends the thread, unless that is pending, and goes to its page. */
  submit(work: (signal: AbortSignal) => Promise<PostedThread>): void;
  /** Stops waiting for the API. */
  cancel(): void;
  /** Clears the outcome when the user continues to write. */
  clearOutcome(): void;
}

/** Milliseconds that the deletion of the draft may delay the thread's page. */
const DRAFT_REMOVAL_MS = 2_000;

/**
 * Sends a thread and goes to its page. `threadId`: the edited thread, whose page shows the former
 * text until it is published.
 */
export function useSubmitThread(userId: number, root: Root, threadId?: number): Submission {
  const [submitLock] = useState(createSubmitLock);
  const [submitting, setSubmitting] = useState<SubmitState>({ step: 'writing' });
  const abortController = useRef<AbortController>(undefined);

  async function finish(
    { id, checked }: PostedThread,
    oldVersion: string | undefined,
  ): Promise<void> {
    const dropped = threadDraft.discard();
    const path = threadPath(root, id);
    await Promise.all([
      Promise.race([dropped, new Promise((resolve) => setTimeout(resolve, DRAFT_REMOVAL_MS))]),
      checked && waitUntilPublished(path, oldVersion),
    ]);
    if (checked) await navigateTo(path);
    else setSubmitting({ step: 'held' });
  }

  async function send(work: (signal: AbortSignal) => Promise<PostedThread>): Promise<void> {
    const controller = new AbortController();
    abortController.current = controller;
    setSubmitting({ step: 'pending' });
    try {
      if (!(await isSessionOwner(userId))) return setSubmitting({ step: 'stranger' });
      const oldVersion =
        threadId === undefined ? undefined : await fetchPageVersion(threadPath(root, threadId));
      const posted = await work(controller.signal);
      setSubmitting({ step: 'going' });
      await finish(posted, oldVersion);
    } catch (error) {
      if (error instanceof Failure) setSubmitting({ step: 'refused', failure: error });
      else if (error instanceof CaptchaClosed || controller.signal.aborted)
        setSubmitting({ step: 'writing' });
      else throw error;
    }
  }

  return {
    submitting,
    submit: (work) => void submitLock.run(() => send(work)),
    cancel: () => abortController.current?.abort(),
    clearOutcome: () =>
      setSubmitting((now) =>
        now.step === 'refused' || now.step === 'stranger' ? { step: 'writing' } : now,
      ),
  };
}
