import type { ReactNode } from 'react';
import { clientPagePath } from '#contracts/paths.ts';
import { Button } from '../components/Button.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ProblemView } from '../components/ProblemView.tsx';
import { whyHeld } from '../components/why-held.ts';
import { useTexts } from '../hooks/use-texts.ts';
import type { SubmitState } from './use-submit-thread.ts';

interface Props {
  submitting: SubmitState;
  /** Returns to the form. */
  onEdit(): void;
  children: ReactNode;
}

/** The form of a thread, replaced if the thread is held or refused. */
export function ThreadOutcome({ submitting, onEdit, children }: Props) {
  const { t, root } = useTexts();
  if (submitting.step === 'held')
    return (
      <div role="status">
        <EmptyState
          title={t('writing.held.title')}
          text={t('writing.held.text', { why: whyHeld(t, submitting.holdReason) })}
        >
          <a className="btn" href={clientPagePath(root, 'me/threads')}>
            {t('writing.held.action')}
          </a>
        </EmptyState>
      </div>
    );
  if (submitting.step === 'refused' && submitting.failure.errorPage)
    return (
      <ProblemView code={submitting.failure.errorPage} level={2}>
        <Button onClick={onEdit}>{t('composer.edit')}</Button>
      </ProblemView>
    );
  return children;
}
