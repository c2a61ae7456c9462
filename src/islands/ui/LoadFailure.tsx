import type { Failure } from '#stores/failure.ts';
import { Button } from './Button.tsx';
import { ProblemView } from './ProblemView.tsx';
import { State } from './State.tsx';
import { useTexts } from './text.ts';

/** In place of what could not be loaded: the error view where one stands for it (R18), and a way to try again. */
export function LoadFailure({ failure, again }: { failure: Failure; again(): void }) {
  const { t } = useTexts();
  const retry = <Button onClick={again}>{t('room.failed.again')}</Button>;
  if (failure.problem)
    return (
      <ProblemView code={failure.problem} level={2}>
        {retry}
      </ProblemView>
    );
  return (
    <State art="broken" title={t('load.failed.title')} text={t('load.failed.text')}>
      {retry}
    </State>
  );
}
