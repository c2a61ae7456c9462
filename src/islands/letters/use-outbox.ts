import { useEffect, useRef, useState } from 'react';
import { CaptchaClosed } from '#client/captcha/captcha-prompt.ts';
import { Failure } from '#client/core/failure.ts';
import { readSavedText, savedTextKey, saveText } from '#client/drafts/saved-text.ts';
import { LETTER_PATH, letterBody, sendLetter } from '#client/messages/letters.ts';
import { plainToHtml } from '#client/messages/plain-to-html.ts';
import {
  $settled,
  newWriteKey,
  startOutboxWorker,
  storeInOutbox,
  takeOutOfOutbox,
} from '#client/outbox/store-in-outbox.ts';
import type { MessageWire } from '#contracts/wire/own-content.ts';

/** A message that isn't delivered yet. */
export interface OutgoingLetter {
  /** Identical in all attempts, so that the message is delivered once. */
  key: string;
  text: string;
  html: string;
  /** Undefined during sending. */
  failure?: Failure | undefined;
}

interface Outbox {
  letters: readonly OutgoingLetter[];
  send(text: string): void;
  retry(key: string): void;
  /** Moves a message that couldn't be sent back into the field. */
  takeBack(key: string): void;
  returned: OutgoingLetter | undefined;
}

/** The format in this browser's storage. */
interface SavedLetters {
  letters?: { key: string; text: string }[];
}

/** Messages that weren't delivered before the page was left. */
const readUnsent = (me: number, storageKey: string): OutgoingLetter[] =>
  (readSavedText<SavedLetters>(me, storageKey)?.letters ?? []).map(({ key, text }) => ({
    key,
    text,
    html: plainToHtml(text),
    failure: new Failure(0, 'unavailable'),
  }));

/**
 * Messages before their delivery. Failed ones are stored in this browser, and while the API is down
 * also in the outbox. `delivered` gets each message; undefined if only the response was lost.
 */
export function useOutbox(
  me: number,
  otherId: number,
  name: string,
  delivered: (letter: MessageWire | undefined) => void,
): Outbox {
  const storageKey = `unsent-${otherId}`;
  const [letters, setLetters] = useState<readonly OutgoingLetter[]>(() =>
    readUnsent(me, storageKey),
  );
  const [returned, setReturned] = useState<OutgoingLetter>();
  const remove = (key: string) => setLetters((now) => now.filter((one) => one.key !== key));

  useEffect(() => {
    const unsent = letters.filter(({ failure }) => failure).map(({ key, text }) => ({ key, text }));
    saveText(me, storageKey, unsent.length > 0 ? { letters: unsent } : undefined);
  }, [letters, me, storageKey]);
  useEffect(() => void startOutboxWorker(), []);
  // Messages of a closed page that the outbox has sent.
  const latestDelivered = useRef(delivered);
  latestDelivered.current = delivered;
  useEffect(
    () =>
      $settled.listen((settled) => {
        if (settled?.outcome.step !== 'sent') return;
        setLetters((now) => now.filter(({ key }) => key !== settled.record.key));
        if (settled.record.draft === savedTextKey(me, storageKey))
          latestDelivered.current(undefined);
      }),
    [me, storageKey],
  );

  const keep = ({ key, html }: OutgoingLetter): void =>
    void storeInOutbox({
      key,
      userId: me,
      kind: 'letter',
      path: LETTER_PATH,
      body: letterBody(otherId, html),
      threadId: 0,
      title: name,
      draft: savedTextKey(me, storageKey),
    });

  function takeBack(letter: OutgoingLetter): void {
    void takeOutOfOutbox(letter.key).then((outcome) => {
      remove(letter.key);
      if (outcome?.step === 'sent') delivered(undefined);
      else setReturned(letter);
    });
  }

  async function post(letter: OutgoingLetter): Promise<void> {
    try {
      const sent = await sendLetter(otherId, letter.html, letter.key);
      void takeOutOfOutbox(letter.key);
      remove(letter.key);
      delivered(sent);
    } catch (error) {
      if (error instanceof CaptchaClosed) return takeBack(letter);
      if (!(error instanceof Failure)) throw error;
      if (error.isApiDown) keep(letter);
      else void takeOutOfOutbox(letter.key);
      setLetters((now) =>
        now.map((one) => (one.key === letter.key ? { ...one, failure: error } : one)),
      );
    }
  }

  return {
    letters,
    returned,
    send(text) {
      const letter: OutgoingLetter = { key: newWriteKey(), text, html: plainToHtml(text) };
      setLetters((now) => [...now, letter]);
      void post(letter);
    },
    retry(key) {
      const letter = letters.find((one) => one.key === key);
      if (!letter?.failure) return;
      setLetters((now) =>
        now.map((one) => (one.key === key ? { ...one, failure: undefined } : one)),
      );
      void post(letter);
    },
    takeBack(key) {
      const letter = letters.find((one) => one.key === key);
      if (letter) takeBack(letter);
    },
  };
}
