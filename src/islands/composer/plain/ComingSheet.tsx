import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { putAway } from '#stores/composer.ts';
import { painted } from '#stores/painted.ts';
import { Button } from '../../ui/Button.tsx';
import { useTexts } from '../../ui/text.ts';

/**
 * The sheet of a reply as it stands from the touch until its file is there: who touched sees at
 * once that they were heard.
 */
export function ComingSheet() {
  const { t } = useTexts();
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => void painted().then(() => sheet.current?.focus({ preventScroll: true })), []);
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
            <button className="away" type="button" onClick={putAway}>
              {t('composer.putAway')}
            </button>
            <div>
              <h2>{t('composer.reply')}</h2>
            </div>
            <Button main idle>
              {t('composer.send')}
            </Button>
          </header>
        </section>
      </div>
    </>,
    document.body,
  );
}
