import { useRef, useState } from 'react';
import { CaptchaClosed } from '#stores/captcha/solve-captcha.ts';
import { Failure } from '#stores/client/failure.ts';
import { createSubmitLock } from '#stores/composer/submit-lock.ts';
import { type NewReply, type PostedReply, sendReply } from '#stores/thread/send-reply.ts';

export type SendState =
  | { step: 'writing' }
  | { step: 'pending' }
  | { step: 'refused'; failure: Failure }
  | { step: 'written'; written: PostedReply; here: boolean };

interface ReplySender {
  sending: SendState;
  /** Sends the reply, unless one is pending or has just been answered (R15). */
  send(reply: () => NewReply): void;
  /** Stops waiting for the API. */
  cancel(): void;
  /** Clears the outcome when the user continues to write. */
  clearOutcome(): void;
}

/**
 * Sends one reply. `onWritten` shows it on the page and returns whether it is there; `onUnsent`: it
 * was refused or cancelled.
 */
export function useSendReply(
  onWritten: (reply: NewReply, written: PostedReply) => Promise<boolean>,
  onUnsent: () => void,
): ReplySender {
  const [guard] = useState(createSubmitLock);
  const [sending, setSending] = useState<SendState>({ step: 'writing' });
  const abortController = useRef<AbortController>(undefined);

  async function sendOnce(make: () => NewReply): Promise<void> {
    const controller = new AbortController();
    abortController.current = controller;
    setSending({ step: 'pending' });
    try {
      const reply = make();
      const written = await sendReply(reply, controller.signal);
      setSending({ step: 'written', written, here: false });
      void onWritten(reply, written).then((here) =>
        setSending((now) =>
          now.step === 'written' && now.written === written ? { ...now, here } : now,
        ),
      );
    } catch (error) {
      onUnsent();
      if (error instanceof Failure) setSending({ step: 'refused', failure: error });
      else if (error instanceof CaptchaClosed || controller.signal.aborted)
        setSending({ step: 'writing' });
      else throw error;
    }
  }

  return {
    sending,
    send: (reply) => void guard.run(() => sendOnce(reply)),
    cancel: () => abortController.current?.abort(),
    clearOutcome: () =>
      setSending((now) =>
        now.step === 'refused' || now.step === 'written' ? { step: 'writing' } : now,
      ),
  };
}
