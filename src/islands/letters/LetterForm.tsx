import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { readSavedText, saveText } from '#client/drafts/saved-text.ts';
import { plainToHtml } from '#client/messages/plain-to-html.ts';
import { MAX_LETTER_CHARACTERS } from '#contracts/limits.ts';
import { Button } from '../components/Button.tsx';
import { useForm } from '../hooks/use-form.ts';
import { onFormSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { isComposing } from '../page/is-composing.ts';
import { isSendKey } from '../page/is-send-key.ts';
import type { OutgoingLetter } from './use-outbox.ts';

interface Props {
  me: number;
  otherId: number;
  name: string;
  /** The field gets the focus. */
  shouldFocus: boolean;
  /** A message that couldn't be sent and is edited. */
  returned: OutgoingLetter | undefined;
  onSend(text: string): void;
}

/** The field below a conversation. This browser stores its text until it is sent. */
export function LetterForm({ me, otherId, name, shouldFocus, returned, onSend }: Props) {
  const { t } = useTexts();
  const storageKey = `letter-${otherId}`;
  const [text, setText] = useState(
    () => readSavedText<{ text: string }>(me, storageKey)?.text ?? '',
  );
  const field = useRef<HTMLTextAreaElement>(null);
  const length = plainToHtml(text).length;
  const form = useForm(
    { text },
    {
      text: ({ text: typed }) =>
        typed.trim() === ''
          ? t('letters.empty')
          : length > MAX_LETTER_CHARACTERS
            ? t('composer.tooLong', { count: length - MAX_LETTER_CHARACTERS })
            : undefined,
    },
  );
  const change = (typed: string) => {
    setText(typed);
    saveText(me, storageKey, typed ? { text: typed } : undefined);
  };
  const latest = useRef(change);
  latest.current = change;
  useEffect(() => {
    if (shouldFocus) field.current?.focus();
  }, [shouldFocus]);
  useEffect(() => {
    if (!returned) return;
    latest.current(returned.text);
    field.current?.focus();
  }, [returned]);
  const submit = () => {
    field.current?.focus();
    if (!form.submit()) return;
    onSend(text.trim());
    change('');
    form.reset();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (!isSendKey(event) || isComposing(event)) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className="field pen"
      data-invalid={form.problems.text ? '' : undefined}
      onSubmit={onFormSubmit(submit)}
    >
      <textarea
        ref={field}
        rows={3}
        value={text}
        aria-label={t('letters.write', { name })}
        placeholder={t('letters.write', { name })}
        aria-invalid={form.problems.text !== undefined}
        aria-describedby={form.problems.text ? 'letter-problem' : undefined}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <footer>
        <span className="hint">
          {form.problems.text ? (
            <span className="wrong" id="letter-problem" role="alert">
              {form.problems.text}
            </span>
          ) : (
            t('composer.shortcut')
          )}
        </span>
        <Button isPrimary type="submit">
          {t('letters.send')}
        </Button>
      </footer>
    </form>
  );
}
