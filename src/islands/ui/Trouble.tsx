import { useEffect } from 'react';
import { CaptchaClosed } from '#stores/captcha.ts';
import type { Failure } from '#stores/failure.ts';
import { valuesOf } from '#stores/tips.ts';
import { Button } from './Button.tsx';
import { useSecondsTo } from './countdown.ts';
import { ProblemView } from './ProblemView.tsx';
import { State } from './State.tsx';
import { useTexts } from './text.ts';

interface Props {
  failure: Failure | CaptchaClosed;
  onAgain(): void;
}

/** Counts down to the time when it may be tried again, and then does. */
function TooMany({ failure, onAgain }: { failure: Failure; onAgain(): void }) {
  const { t } = useTexts();
  const seconds = useSecondsTo(failure.retryAt);
  useEffect(() => {
    if (failure.retryAt !== undefined && seconds === 0) onAgain();
  }, [failure.retryAt, seconds, onAgain]);
  return (
    <State
      title={t('trouble.tooMany.title')}
      text={
        failure.retryAt === undefined
          ? t('trouble.tooMany.later')
          : t('trouble.tooMany.text', { seconds })
      }
    >
      {failure.retryAt === undefined && <Button onClick={onAgain}>{t('trouble.again')}</Button>}
    </State>
  );
}

/** In place of a list that didn't come: what is wrong, and what to do. */
export function Trouble({ failure, onAgain }: Props) {
  const { t } = useTexts();
  if (failure instanceof CaptchaClosed)
    return (
      <State title={t('trouble.closed.title')} text={t('trouble.closed.text')}>
        <Button main onClick={onAgain}>
          {t('trouble.closed.action')}
        </Button>
      </State>
    );
  const again = <Button onClick={onAgain}>{t('trouble.again')}</Button>;
  if (failure.away)
    return (
      <State art="broken" title={t('trouble.away.title')} text={t('trouble.away.text')}>
        {again}
      </State>
    );
  if (failure.code === 'tooMany') return <TooMany failure={failure} onAgain={onAgain} />;
  if (failure.problem)
    return (
      <ProblemView code={failure.problem} level={2}>
        {again}
      </ProblemView>
    );
  return (
    <State
      art="broken"
      title={t('trouble.other')}
      text={t(`error.${failure.code}`, valuesOf(failure))}
    >
      {again}
    </State>
  );
}
