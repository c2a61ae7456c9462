import { useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';

interface Props {
  label: string;
  value?: string;
  placeholder?: string;
  hint?: string | undefined;
  done: string;
  /** What is wrong with a value, in the reader's words; undefined when it was taken. */
  onDone(value: string): string | undefined | Promise<string | undefined>;
  /** A further button. */
  also?: { text: string; run(): void } | undefined;
}

/**
 * Asks for one line. It stands inside of the composer's form, so it isn't one itself: Enter sends
 * this line alone.
 */
export function Ask({ label, value = '', placeholder, hint, done, onDone, also }: Props) {
  const id = useId();
  const [text, setText] = useState(value);
  const [wrong, setWrong] = useState<string>();
  const send = async () => setWrong(await onDone(text.trim()));
  return (
    <div className="field" data-invalid={wrong ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="ask">
        <input
          id={id}
          value={text}
          placeholder={placeholder}
          autoComplete="off"
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong || hint ? `${id}-said` : undefined}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setWrong(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.stopPropagation();
            void send();
          }}
        />
        <Button onClick={() => void send()}>{done}</Button>
        {also && <Button onClick={also.run}>{also.text}</Button>}
      </div>
      {(wrong || hint) && (
        <p
          className={wrong ? 'wrong' : 'hint'}
          id={`${id}-said`}
          role={wrong ? 'alert' : undefined}
        >
          {wrong ?? hint}
        </p>
      )}
    </div>
  );
}
