import { useEffect, useState } from 'react';
import { loadPreview } from '#client/composer/preview.ts';
import { Failure } from '#client/core/failure.ts';
import { errorValues } from '#client/core/toasts.ts';
import { Button } from '../components/Button.tsx';
import { UserHtml } from '../components/UserHtml.tsx';
import { useTexts } from '../hooks/use-texts.ts';

type PreviewState =
  | { step: 'loading' }
  | { step: 'shown'; html: string }
  | { step: 'refused'; failure: Failure };

/** The preview of a message, prepared by the server as it will be when it is sent. */
export function MessagePreview({ html, isFirst }: { html: string; isFirst: boolean }) {
  const { t } = useTexts();
  const [state, setState] = useState<PreviewState>({ step: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further turn asks again
  useEffect(() => {
    let wanted = true;
    setState({ step: 'loading' });
    if (html !== '')
      loadPreview(html, isFirst).then(
        (made) => wanted && setState({ step: 'shown', html: made }),
        (error: unknown) =>
          wanted &&
          setState({
            step: 'refused',
            failure:
              error instanceof Failure ? error : new Failure(500, 'internal', { cause: error }),
          }),
      );
    return () => {
      wanted = false;
    };
  }, [html, isFirst, attempt]);
  if (html === '') return <p className="meta">{t('composer.previewEmpty')}</p>;
  return (
    <div className="preview" aria-busy={state.step === 'loading'}>
      {state.step === 'loading' && <p className="meta">{t('common.loading')}</p>}
      {state.step === 'shown' && <UserHtml html={state.html} />}
      {state.step === 'refused' && (
        <>
          <p className="wrong" role="alert">
            {t(`error.${state.failure.code}`, { seconds: 0, ...errorValues(state.failure) })}
          </p>
          <Button onClick={() => setAttempt(attempt + 1)}>{t('composer.retry')}</Button>
        </>
      )}
    </div>
  );
}
