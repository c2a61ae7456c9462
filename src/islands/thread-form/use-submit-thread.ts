import { useState } from 'react';
import { isSessionOwner } from '#client/account/session-owner.ts';
import { createSubmitLock } from '#client/composer/submit-lock.ts';
import type { Failure } from '#client/core/failure.ts';
import { navigateTo } from '#client/core/overlay-history.ts';
import { fetchPageVersion, waitUntilPublished } from '#client/core/page-version.ts';
import { threadDraft } from '#client/drafts/thread-draft.ts';
import type { PostedThread } from '#client/thread/send-thread.ts';
import type { AuthorHoldReason } from '#contracts/hold-reasons.ts';
import { type Root, threadPath } from '#contracts/paths.ts';
import { useSubmit } from '../hooks/use-submit.ts';

export type SubmitState =
  | { step: 'writing' }
  | { step: 'pending' | 'going' | 'stranger' }
  | { step: 'held'; holdReason: AuthorHoldReason | undefined }
  | { step: 'refused'; failure: Failure };

type Outcome = Exclude<SubmitState, { step: 'writing' } | { step: 'refused' }>;

interface ThreadSubmission {
  submitting: SubmitState;
  /** Sends the thread, unless one is pending, and opens its page. */
  submit(work: (signal: AbortSignal) => Promise<PostedThread>): void;
  /** Stops retrying. */
  cancel(): void;
  clearOutcome(): void;
}

/** The maximum delay of the thread's page by the deletion of the draft. */
const DRAFT_REMOVAL_MS = 2_000;

/** Sends a thread and opens its page. `threadId`: an edited thread, until it is published. */
export function useSubmitThread(userId: number, root: Root, threadId?: number): ThreadSubmission {
  const { step, failure, run, cancel, clearOutcome } = useSubmit(createSubmitLock);
  /** The outcome of a successful submission. */
  const [outcome, setOutcome] = useState<Outcome>({ step: 'pending' });

  async function finish(
    { id, checked, holdReason }: PostedThread,
    oldVersion: string | undefined,
  ): Promise<void> {
    const dropped = threadDraft.discard();
    const path = threadPath(root, id);
    await Promise.all([
      Promise.race([dropped, new Promise((resolve) => setTimeout(resolve, DRAFT_REMOVAL_MS))]),
      checked && waitUntilPublished(path, oldVersion),
    ]);
    if (checked) await navigateTo(path);
    else setOutcome({ step: 'held', holdReason });
  }

  const submit: ThreadSubmission['submit'] = (work) =>
    void run(async (signal) => {
      setOutcome({ step: 'pending' });
      if (!(await isSessionOwner(userId))) return setOutcome({ step: 'stranger' });
      const oldVersion =
        threadId === undefined ? undefined : await fetchPageVersion(threadPath(root, threadId));
      const posted = await work(signal);
      setOutcome({ step: 'going' });
      await finish(posted, oldVersion);
    });

  return {
    submitting: failure
      ? { step: 'refused', failure }
      : step === 'idle'
        ? { step: 'writing' }
        : outcome,
    submit,
    cancel,
    clearOutcome,
  };
}
