import { useId, useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { useTexts } from '../../hooks/use-texts.ts';

/** A text with a button that copies it. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { t } = useTexts();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    // Pages without HTTPS have no clipboard, so the text is selected instead.
    if (!navigator.clipboard) return box.current?.focus();
    await navigator.clipboard.writeText(value);
    setCopied(true);
  };
  return (
    <div className="field setup-copy">
      <label htmlFor={id}>{label}</label>
      <div className="row">
        <textarea
          id={id}
          ref={box}
          className="mono"
          readOnly
          wrap="off"
          rows={value.split('\n').length}
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button onClick={() => void copy()} aria-describedby={id}>
          {t(copied ? 'common.copied' : 'common.copy')}
        </Button>
      </div>
    </div>
  );
}
