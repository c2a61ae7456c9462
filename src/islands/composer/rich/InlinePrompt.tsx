import { useId, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { isComposing } from '../../page/is-composing.ts';

interface Props {
  label: string;
  value?: string;
  placeholder?: string;
  hint?: string | undefined;
  submitLabel: string;
  /** Returns the problem of a value as text, or undefined if it was accepted. */
  onSubmit(value: string): string | undefined | Promise<string | undefined>;
  secondAction?: { text: string; run(): void } | undefined;
}

/** Asks for one line. Not a form, as it is inside one: Enter submits only this. */
export function InlinePrompt({
  label,
  value = '',
  placeholder,
  hint,
  submitLabel,
  onSubmit,
  secondAction,
}: Props) {
  const id = useId();
  const [text, setText] = useState(value);
  const [problem, setProblem] = useState<string>();
  const send = async () => setProblem(await onSubmit(text.trim()));
  return (
    <div className="field" data-invalid={problem ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="ask">
        <input
          id={id}
          value={text}
          placeholder={placeholder}
          autoComplete="off"
          aria-invalid={problem !== undefined}
          aria-describedby={problem || hint ? `${id}-said` : undefined}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return;
            event.preventDefault();
            event.stopPropagation();
            void send();
          }}
        />
        <Button onClick={() => void send()}>{submitLabel}</Button>
        {secondAction && <Button onClick={secondAction.run}>{secondAction.text}</Button>}
      </div>
      {(problem || hint) && (
        <p
          className={problem ? 'wrong' : 'hint'}
          id={`${id}-said`}
          role={problem ? 'alert' : undefined}
        >
          {problem ?? hint}
        </p>
      )}
    </div>
  );
}
