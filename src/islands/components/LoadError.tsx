import { useEffect } from 'react';
import { CaptchaClosed } from '#client/captcha/captcha-prompt.ts';
import type { Failure } from '#client/core/failure.ts';
import { errorValues } from '#client/core/toasts.ts';
import { useCountdown } from '../hooks/use-countdown.ts';
import { useIsOffline } from '../hooks/use-is-offline.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ProblemView } from './ProblemView.tsx';

interface Props {
  failure: Failure | CaptchaClosed;
  onRetry(): void;
}

/** Counts down to the next attempt, and starts it. */
function TooManyRequests({ failure, onAgain: onRetry }: { failure: Failure; onAgain(): void }) {
  const { t } = useTexts();
  const seconds = useCountdown(failure.retryAt);
  useEffect(() => {
    if (failure.retryAt !== undefined && seconds === 0) onRetry();
  }, [failure.retryAt, seconds, onRetry]);
  return (
    <EmptyState
      title={t('trouble.tooMany.title')}
      text={
        failure.retryAt === undefined
          ? t('trouble.tooMany.later')
          : t('trouble.tooMany.text', { seconds })
      }
    >
      {failure.retryAt === undefined && <Button onClick={onRetry}>{t('trouble.again')}</Button>}
    </EmptyState>
  );
}

/** The reason why a list failed to load, and a button that tries again. */
export function LoadError({ failure, onRetry }: Props) {
  const { t } = useTexts();
  const isOffline = useIsOffline();
  if (failure instanceof CaptchaClosed)
    return (
      <EmptyState of="trouble.closed">
        <Button isPrimary onClick={onRetry}>
          {t('trouble.closed.action')}
        </Button>
      </EmptyState>
    );
  const again = <Button onClick={onRetry}>{t('trouble.again')}</Button>;
  if (failure.isApiDown)
    return (
      <EmptyState art="broken" of={isOffline ? 'trouble.offline' : 'trouble.unreachable'}>
        {again}
      </EmptyState>
    );
  if (failure.code === 'tooMany') return <TooManyRequests failure={failure} onAgain={onRetry} />;
  if (failure.errorPage)
    return (
      <ProblemView
        code={failure.errorPage}
        level={2}
        text={failure.errorPage === 500 ? t('trouble.broken') : undefined}
      >
        {again}
      </ProblemView>
    );
  return (
    <EmptyState
      art="broken"
      title={t('trouble.other')}
      text={t(`error.${failure.code}`, errorValues(failure))}
    >
      {again}
    </EmptyState>
  );
}
