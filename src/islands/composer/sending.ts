import { useRef, useState } from 'react';
import { CaptchaClosed } from '#stores/captcha.ts';
import { Failure } from '#stores/failure.ts';
import { createGuard } from '#stores/guard.ts';
import { type NewReply, sendReply, type Written } from '#stores/replies.ts';

export type Sending =
  | { step: 'writing' }
  | { step: 'pending' }
  | { step: 'refused'; failure: Failure }
  | { step: 'written'; written: Written; here: boolean };

interface Post {
  sending: Sending;
  /** Sends what `reply` gives, unless a reply is pending or has just been answered (R15). */
  send(reply: () => Promise<NewReply>): void;
  /** Gives up waiting for the product to come back. */
  cancel(): void;
  /** Whoever writes on has read what was said. */
  goOn(): void;
}

/** The way of one reply. `onWritten` brings it onto the page and says whether it is there. */
export function useSending(
  onWritten: (reply: NewReply, written: Written) => Promise<boolean>,
): Post {
  const [guard] = useState(createGuard);
  const [sending, setSending] = useState<Sending>({ step: 'writing' });
  const wanted = useRef<AbortController>(undefined);

  async function post(make: () => Promise<NewReply>): Promise<void> {
    const controller = new AbortController();
    wanted.current = controller;
    setSending({ step: 'pending' });
    try {
      const reply = await make();
      const written = await sendReply(reply, controller.signal);
      setSending({ step: 'written', written, here: false });
      void onWritten(reply, written).then((here) =>
        setSending((now) =>
          now.step === 'written' && now.written === written ? { ...now, here } : now,
        ),
      );
    } catch (error) {
      if (error instanceof Failure) setSending({ step: 'refused', failure: error });
      else if (error instanceof CaptchaClosed || controller.signal.aborted)
        setSending({ step: 'writing' });
      else throw error;
    }
  }

  return {
    sending,
    send: (reply) => void guard.run(() => post(reply)),
    cancel: () => wanted.current?.abort(),
    goOn: () =>
      setSending((now) =>
        now.step === 'refused' || now.step === 'written' ? { step: 'writing' } : now,
      ),
  };
}
