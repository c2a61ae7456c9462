import { useRef, useState } from 'react';
import { CaptchaClosed } from '#client/captcha/solve-captcha.ts';
import { createSubmitLock } from '#client/composer/submit-lock.ts';
import { Failure } from '#client/core/failure.ts';
import { holdDraft } from '#client/drafts/reply-draft.ts';
import { forgetKept, keepInOutbox } from '#client/outbox/keep-in-outbox.ts';
import { REPLY_PATH, replyBody, sendReply } from '#client/thread/send-reply.ts';
import type { NewReply, PostedReply } from '#client/thread/unpublished-replies.ts';

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
 * Sends one reply of the reader; while the API is down the outbox has it, too. `onWritten` shows it
 * on the page and returns whether it is there; `onUnsent`: it was refused or cancelled.
 */
export function useSendReply(
  userId: number,
  onWritten: (reply: NewReply, written: PostedReply) => Promise<boolean>,
  onUnsent: () => void,
): ReplySender {
  const [guard] = useState(createSubmitLock);
  const [sending, setSending] = useState<SendState>({ step: 'writing' });
  const abortController = useRef<AbortController>(undefined);

  const keep = (reply: NewReply): void =>
    void keepInOutbox({
      key: reply.key,
      userId,
      kind: 'reply',
      path: REPLY_PATH,
      body: replyBody(reply),
      threadId: reply.threadId,
      title: document.querySelector('h1')?.textContent?.trim() ?? '',
      draft: holdDraft(reply.key),
    });

  async function sendOnce(make: () => NewReply): Promise<void> {
    const controller = new AbortController();
    abortController.current = controller;
    setSending({ step: 'pending' });
    const reply = make();
    try {
      const written = await sendReply(reply, controller.signal, () => keep(reply));
      setSending({ step: 'written', written, here: false });
      void forgetKept(reply.key);
      void onWritten(reply, written).then((here) =>
        setSending((now) =>
          now.step === 'written' && now.written === written ? { ...now, here } : now,
        ),
      );
    } catch (error) {
      const outcome = await forgetKept(reply.key);
      // the worker was quicker than who cancelled it: the answer is the same once more
      if (outcome?.step === 'sent') return sendOnce(() => reply);
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
