import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { LETTER_MAX } from '#contracts/limits.ts';
import { keepText, recallText } from '#stores/kept-text.ts';
import { plainToHtml } from '#stores/plain.ts';
import { Button } from '../ui/Button.tsx';
import { useForm } from '../ui/form.ts';
import { useTexts } from '../ui/text.ts';
import type { Sending } from './outbox.ts';

interface Props {
  me: number;
  otherId: number;
  name: string;
  /** A letter that didn't arrive and is written on. */
  returned: Sending | undefined;
  onSend(text: string): void;
}

/** The field below a conversation. What is typed stays in this browser until it is sent. */
export function WriteLetter({ me, otherId, name, returned, onSend }: Props) {
  const { t } = useTexts();
  const kept = `letter-${otherId}`;
  const [text, setText] = useState(() => recallText<{ text: string }>(me, kept)?.text ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const length = plainToHtml(text).length;
  const form = useForm(
    { text },
    {
      text: ({ text: typed }) =>
        typed.trim() === ''
          ? t('letters.empty')
          : length > LETTER_MAX
            ? t('composer.tooLong', { count: length - LETTER_MAX })
            : undefined,
    },
  );
  const change = (typed: string) => {
    setText(typed);
    keepText(me, kept, typed ? { text: typed } : undefined);
  };
  const latest = useRef(change);
  latest.current = change;
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
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing)
      return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className="field pen"
      data-invalid={form.problems.text ? '' : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
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
        onKeyDown={press}
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
        <Button main type="submit">
          {t('letters.send')}
        </Button>
      </footer>
    </form>
  );
}
