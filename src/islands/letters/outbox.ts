import { useEffect, useState } from 'react';
import type { MessageWire } from '#contracts/wire/member.ts';
import { CaptchaClosed } from '#stores/captcha.ts';
import { Failure } from '#stores/failure.ts';
import { keepText, recallText } from '#stores/kept-text.ts';
import { sendLetter } from '#stores/letters.ts';
import { plainToHtml } from '#stores/plain.ts';

/** A letter on its way. */
export interface Sending {
  key: number;
  text: string;
  html: string;
  /** Why it didn't arrive; undefined while it is being sent. */
  failure?: Failure | undefined;
}

interface Outbox {
  letters: readonly Sending[];
  send(text: string): void;
  retry(key: number): void;
  /** Brings a letter that didn't arrive back into the field. */
  takeBack(key: number): void;
  /** What was taken back last. */
  returned: Sending | undefined;
}

let count = 0;

/** What didn't arrive before the page was left. */
const recalled = (me: number, kept: string): Sending[] =>
  (recallText<{ texts: string[] }>(me, kept)?.texts ?? []).map((text) => ({
    key: ++count,
    text,
    html: plainToHtml(text),
    failure: new Failure(0, 'unavailable'),
  }));

/**
 * Letters that are shown before the server has them; those that didn't arrive stay in this browser
 * until they are sent or taken back. `delivered` gets each; undefined when only the answer was
 * lost.
 */
export function useOutbox(
  me: number,
  otherId: number,
  delivered: (letter: MessageWire | undefined) => void,
): Outbox {
  const kept = `unsent-${otherId}`;
  const [letters, setLetters] = useState<readonly Sending[]>(() => recalled(me, kept));
  const [returned, setReturned] = useState<Sending>();
  const drop = (key: number) => setLetters((now) => now.filter((one) => one.key !== key));

  useEffect(() => {
    const texts = letters.filter(({ failure }) => failure).map(({ text }) => text);
    keepText(me, kept, texts.length > 0 ? { texts } : undefined);
  }, [letters, me, kept]);

  function takeBack(letter: Sending): void {
    setReturned(letter);
    drop(letter.key);
  }

  async function post(letter: Sending, again: boolean): Promise<void> {
    try {
      const sent = await sendLetter(otherId, letter.html, again);
      drop(letter.key);
      delivered(sent);
    } catch (error) {
      if (error instanceof CaptchaClosed) return takeBack(letter);
      if (!(error instanceof Failure)) throw error;
      setLetters((now) =>
        now.map((one) => (one.key === letter.key ? { ...one, failure: error } : one)),
      );
    }
  }

  return {
    letters,
    returned,
    send(text) {
      const letter: Sending = { key: ++count, text, html: plainToHtml(text) };
      setLetters((now) => [...now, letter]);
      void post(letter, false);
    },
    retry(key) {
      const letter = letters.find((one) => one.key === key);
      if (!letter?.failure) return;
      setLetters((now) =>
        now.map((one) => (one.key === key ? { ...one, failure: undefined } : one)),
      );
      void post(letter, letter.failure.away);
    },
    takeBack(key) {
      const letter = letters.find((one) => one.key === key);
      if (letter) takeBack(letter);
    },
  };
}
