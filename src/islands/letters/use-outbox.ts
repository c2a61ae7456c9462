import { useEffect, useState } from 'react';
import type { MessageWire } from '#contracts/wire/own-content.ts';
import { CaptchaClosed } from '#stores/captcha/solve-captcha.ts';
import { Failure } from '#stores/client/failure.ts';
import { readSavedText, saveText } from '#stores/drafts/saved-text.ts';
import { sendLetter } from '#stores/messages/letters.ts';
import { plainToHtml } from '#stores/messages/plain-to-html.ts';

/** A letter that isn't delivered yet. */
export interface OutgoingLetter {
  key: number;
  text: string;
  html: string;
  /** Why it couldn't be sent; undefined while it is being sent. */
  failure?: Failure | undefined;
}

interface Outbox {
  letters: readonly OutgoingLetter[];
  send(text: string): void;
  retry(key: number): void;
  /** Moves a letter that couldn't be sent back into the field. */
  takeBack(key: number): void;
  /** The letter that was moved back last. */
  returned: OutgoingLetter | undefined;
}

let lastKey = 0;

/** Letters that weren't delivered before the page was left. */
const readUnsent = (me: number, storageKey: string): OutgoingLetter[] =>
  (readSavedText<{ texts: string[] }>(me, storageKey)?.texts ?? []).map((text) => ({
    key: ++lastKey,
    text,
    html: plainToHtml(text),
    failure: new Failure(0, 'unavailable'),
  }));

/**
 * Letters that are shown before the server has them. Those that couldn't be sent stay in this
 * browser until they are sent or moved back into the field. `delivered` gets each letter; undefined
 * when only the answer was lost.
 */
export function useOutbox(
  me: number,
  otherId: number,
  delivered: (letter: MessageWire | undefined) => void,
): Outbox {
  const storageKey = `unsent-${otherId}`;
  const [letters, setLetters] = useState<readonly OutgoingLetter[]>(() =>
    readUnsent(me, storageKey),
  );
  const [returned, setReturned] = useState<OutgoingLetter>();
  const remove = (key: number) => setLetters((now) => now.filter((one) => one.key !== key));

  useEffect(() => {
    const texts = letters.filter(({ failure }) => failure).map(({ text }) => text);
    saveText(me, storageKey, texts.length > 0 ? { texts } : undefined);
  }, [letters, me, storageKey]);

  function takeBack(letter: OutgoingLetter): void {
    setReturned(letter);
    remove(letter.key);
  }

  async function post(letter: OutgoingLetter, again: boolean): Promise<void> {
    try {
      const sent = await sendLetter(otherId, letter.html, again);
      remove(letter.key);
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
      const letter: OutgoingLetter = { key: ++lastKey, text, html: plainToHtml(text) };
      setLetters((now) => [...now, letter]);
      void post(letter, false);
    },
    retry(key) {
      const letter = letters.find((one) => one.key === key);
      if (!letter?.failure) return;
      setLetters((now) =>
        now.map((one) => (one.key === key ? { ...one, failure: undefined } : one)),
      );
      void post(letter, letter.failure.isApiDown);
    },
    takeBack(key) {
      const letter = letters.find((one) => one.key === key);
      if (letter) takeBack(letter);
    },
  };
}
