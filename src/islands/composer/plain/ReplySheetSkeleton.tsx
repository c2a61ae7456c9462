import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { afterPaint } from '#stores/client/after-paint.ts';
import { closeComposer } from '#stores/composer/composer.ts';
import { Button } from '../../components/Button.tsx';
import { useTexts } from '../../hooks/use-texts.ts';

/**
 * The frame of the reply sheet, shown from the touch until its file has loaded: the reader sees at
 * once that the touch had an effect.
 */
export function ReplySheetSkeleton() {
  const { t } = useTexts();
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => void afterPaint().then(() => sheet.current?.focus({ preventScroll: true })), []);
  return createPortal(
    <>
      <div className="scrim" />
      <div
        className="reply-sheet"
        ref={sheet}
        role="dialog"
        aria-modal="true"
        aria-busy="true"
        aria-label={t('composer.reply')}
        tabIndex={-1}
      >
        <section className="editor">
          <header>
            <button className="away" type="button" onClick={closeComposer}>
              {t('composer.putAway')}
            </button>
            <div>
              <h2>{t('composer.reply')}</h2>
            </div>
            <Button isPrimary isInactive>
              {t('composer.send')}
            </Button>
          </header>
        </section>
      </div>
    </>,
    document.body,
  );
}
