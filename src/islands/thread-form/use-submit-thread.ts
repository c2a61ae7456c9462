import { useRef, useState } from 'react';
import { type Root, threadPath } from '#contracts/paths.ts';
import { isSessionOwner } from '#stores/account/session-owner.ts';
import { CaptchaClosed } from '#stores/captcha/solve-captcha.ts';
import { Failure } from '#stores/client/failure.ts';
import { navigateTo } from '#stores/client/overlay-history.ts';
import { fetchPageVersion, waitUntilPublished } from '#stores/client/page-version.ts';
import { createSubmitLock } from '#stores/composer/submit-lock.ts';
import { threadDraft } from '#stores/drafts/thread-draft.ts';
import type { PostedThread } from '#stores/thread/send-thread.ts';

export type SubmitState =
  | { step: 'writing' | 'pending' | 'going' | 'stranger' }
  | { step: 'refused'; failure: Failure }
  | { step: 'held' };

interface Submission {
  submitting: SubmitState;
  /** Sends it, unless that is under way already, and goes to the thread's page. */
  submit(work: (signal: AbortSignal) => Promise<PostedThread>): void;
  /** Gives up waiting for the product to come back. */
  cancel(): void;
  /** Whoever writes on has read what was said. */
  clearOutcome(): void;
}

/** Milliseconds that a draft's removal may take before the thread is shown all the same. */
const DRAFT_REMOVAL_MS = 2_000;

/**
 * The way of a thread from the form to its page. `threadId`: one that is changed, whose page shows
 * something else until then.
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
