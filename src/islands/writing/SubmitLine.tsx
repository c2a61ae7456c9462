import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { $paused } from '#stores/paused.ts';
import { threadDraft } from '#stores/thread-draft.ts';
import { DraftLine } from '../ui/DraftLine.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Refusal } from '../ui/Refusal.tsx';
import { useTexts } from '../ui/text.ts';
import type { Submitting } from './useSubmitting.ts';

interface Props {
  submitting: Submitting;
  onCancel(): void;
  /** The buttons. */
  children: ReactNode;
}

/**
 * The end of the form, always in sight: what was refused, how safe the draft is, what can be done.
 */
export function SubmitLine({ submitting, onCancel, children }: Props) {
  const { t } = useTexts();
  const paused = useStore($paused);
  const waiting = paused && submitting.step === 'pending';
  return (
    <div className="submit-line">
      {submitting.step === 'refused' && <Refusal failure={submitting.failure} />}
      {submitting.step === 'stranger' && (
        <p className="wrong" role="alert">
          {t('draft.here.person')}
        </p>
      )}
      <footer>
        {waiting ? (
          <p className="paused grow" role="status">
            <Icon name="warn" />
            <span>
              {t('composer.resumes')}{' '}
              <button className="link" type="button" onClick={onCancel}>
                {t('composer.cancel')}
              </button>
            </span>
          </p>
        ) : (
          <DraftLine state={threadDraft.$state} />
        )}
        {children}
      </footer>
    </div>
  );
}
