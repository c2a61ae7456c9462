import { useRef, useState } from 'react';
import { type Root, threadPath } from '#contracts/paths.ts';
import { CaptchaClosed } from '#stores/captcha.ts';
import { Failure } from '#stores/failure.ts';
import { createGuard } from '#stores/guard.ts';
import { samePerson } from '#stores/same-person.ts';
import { goTo } from '#stores/sheets.ts';
import { threadDraft } from '#stores/thread-draft.ts';
import { type Posted, pageVersion, published } from '#stores/threads.ts';

export type Submitting =
  | { step: 'writing' | 'pending' | 'going' | 'stranger' }
  | { step: 'refused'; failure: Failure }
  | { step: 'held' };

interface Submission {
  submitting: Submitting;
  /** Sends it, unless that is under way already, and goes to the thread's page. */
  submit(work: (signal: AbortSignal) => Promise<Posted>): void;
  /** Gives up waiting for the product to come back. */
  cancel(): void;
  /** Whoever writes on has read what was said. */
  goOn(): void;
}

/** Milliseconds that a draft's removal may take before the thread is shown all the same. */
const REMOVAL = 2_000;

/**
 * The way of a thread from the form to its page. `threadId`: one that is changed, whose page shows
 * something else until then.
 */
export function useSubmitting(userId: number, root: Root, threadId?: number): Submission {
  const [guard] = useState(createGuard);
  const [submitting, setSubmitting] = useState<Submitting>({ step: 'writing' });
  const wanted = useRef<AbortController>(undefined);

  async function arrive({ id, checked }: Posted, old: string | undefined): Promise<void> {
    const dropped = threadDraft.drop();
    const path = threadPath(root, id);
    await Promise.all([
      Promise.race([dropped, new Promise((resolve) => setTimeout(resolve, REMOVAL))]),
      checked && published(path, old),
    ]);
    if (checked) await goTo(path);
    else setSubmitting({ step: 'held' });
  }

  async function send(work: (signal: AbortSignal) => Promise<Posted>): Promise<void> {
    const controller = new AbortController();
    wanted.current = controller;
    setSubmitting({ step: 'pending' });
    try {
      if (!(await samePerson(userId))) return setSubmitting({ step: 'stranger' });
      const old =
        threadId === undefined ? undefined : await pageVersion(threadPath(root, threadId));
      const posted = await work(controller.signal);
      setSubmitting({ step: 'going' });
      await arrive(posted, old);
    } catch (error) {
      if (error instanceof Failure) setSubmitting({ step: 'refused', failure: error });
      else if (error instanceof CaptchaClosed || controller.signal.aborted)
        setSubmitting({ step: 'writing' });
      else throw error;
    }
  }

  return {
    submitting,
    submit: (work) => void guard.run(() => send(work)),
    cancel: () => wanted.current?.abort(),
    goOn: () =>
      setSubmitting((now) =>
        now.step === 'refused' || now.step === 'stranger' ? { step: 'writing' } : now,
      ),
  };
}
