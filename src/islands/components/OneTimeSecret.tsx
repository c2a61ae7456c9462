import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../hooks/use-texts.ts';
import { Button } from './Button.tsx';

/** A new token, which is shown only once. */
export function OneTimeSecret({ token, onDone }: { token: string; onDone(): void }) {
  const { t } = useTexts();
  const [copied, setCopied] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const copy = async () => {
    // Pages without HTTPS have no clipboard, so the text is selected instead.
    if (!navigator.clipboard) return box.current?.focus();
    await navigator.clipboard.writeText(token);
    setCopied(true);
  };
  return (
    <div className="secret">
      <p>{t('settings.tokens.once')}</p>
      <div className="ask">
        <input
          ref={box}
          className="code"
          readOnly
          value={token}
          aria-label={t('settings.tokens.secret')}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button isPrimary onClick={() => void copy()}>
          {t(copied ? 'common.copied' : 'common.copy')}
        </Button>
        <Button onClick={onDone}>{t('settings.tokens.stored')}</Button>
      </div>
      <span className="vh" role="status">
        {copied && t('common.copied')}
      </span>
    </div>
  );
}
