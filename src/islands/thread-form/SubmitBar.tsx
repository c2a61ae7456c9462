import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { $apiDown } from '#client/core/api-down.ts';
import { pageArea } from '#client/core/page-info.ts';
import { threadDraft } from '#client/drafts/thread-draft.ts';
import { DraftLine } from '../components/DraftLine.tsx';
import { FieldProblem, FormError } from '../components/FormError.tsx';
import { Icon } from '../components/Icon.tsx';
import { useResumingText } from '../hooks/use-resuming-text.ts';
import { useTexts } from '../hooks/use-texts.ts';
import type { SubmitState } from './use-submit-thread.ts';

interface Props {
  submitting: SubmitState;
  /** Replaces the draft's status. */
  offer?: ReactNode;
  onCancel(): void;
  children: ReactNode;
}

/** Sets --submit-bar to the bar's height, for elements that stay visible above it. */
const publishHeight = (bar: HTMLElement | null) => {
  if (!bar) return undefined;
  const form = bar.closest('form');
  const observer = new ResizeObserver(() =>
    form?.style.setProperty('--submit-bar', `${bar.offsetHeight}px`),
  );
  observer.observe(bar);
  return () => observer.disconnect();
};

/** The form's sticky bar: refusal, draft status and buttons. */
export function SubmitBar({ submitting, offer, onCancel, children }: Props) {
  const { t } = useTexts();
  const queued = useStore(threadDraft.$outbox);
  const resuming = useResumingText(queued);
  const paused = useStore($apiDown) || queued !== undefined;
  const isWaiting = paused && submitting.step === 'pending';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it keeps the focus where it is
    <div
      className="submit-line"
      ref={publishHeight}
      // A blur would close the keyboard and move the bar before the finger is lifted.
      onMouseDown={(event) =>
        pageArea() === 'phone' &&
        (event.target as Element).closest('button') &&
        event.preventDefault()
      }
    >
      {submitting.step === 'refused' && <FormError failure={submitting.failure} />}
      {submitting.step === 'stranger' && <FieldProblem>{t('draft.here.person')}</FieldProblem>}
      <footer>
        {isWaiting ? (
          <p className="paused grow" role="status">
            <Icon name="warn" />
            <span>
              {resuming}{' '}
              <button className="link" type="button" onClick={onCancel}>
                {t('composer.cancel')}
              </button>
            </span>
          </p>
        ) : (
          offer || <DraftLine state={threadDraft.$state} />
        )}
        {children}
      </footer>
    </div>
  );
}
