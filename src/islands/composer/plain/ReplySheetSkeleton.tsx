import { useStore } from '@nanostores/react';
import { createPortal } from 'react-dom';
import { $composerOpenings, closeComposer } from '#client/composer/composer.ts';
import { replyDraft } from '#client/drafts/reply-draft.ts';
import { Button } from '../../components/Button.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { EarlyField } from '../EarlyField.tsx';

interface Props {
  onComposing(isComposing: boolean): void;
}

/**
 * The frame of the reply sheet, shown from the touch until its file has loaded, with a plain field:
 * who touched it writes at once.
 */
export function ReplySheetSkeleton({ onComposing }: Props) {
  const { t } = useTexts();
  const { html } = useStore(replyDraft.$content);
  const openings = useStore($composerOpenings);
  return createPortal(
    <>
      <div className="scrim" />
      <div className="reply-sheet" role="dialog" aria-modal="true" aria-label={t('composer.reply')}>
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
          <EarlyField
            value={html}
            onChange={(written) => replyDraft.change({ html: written })}
            label={t('composer.label')}
            placeholder={t('composer.placeholder')}
            focusRequests={openings}
            onComposing={onComposing}
          />
        </section>
      </div>
    </>,
    document.body,
  );
}
