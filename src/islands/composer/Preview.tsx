import { useEffect, useState } from 'react';
import { Failure } from '#stores/failure.ts';
import { previewOf } from '#stores/preview.ts';
import { valuesOf } from '#stores/tips.ts';
import { Button } from '../ui/Button.tsx';
import { useTexts } from '../ui/text.ts';
import { UserHtml } from '../ui/UserHtml.tsx';

type Seen =
  | { step: 'loading' }
  | { step: 'shown'; html: string }
  | { step: 'refused'; failure: Failure };

/** A message as its page will show it: the server prepares it as it will when it is sent. */
export function Preview({ html, isFirst }: { html: string; isFirst: boolean }) {
  const { t } = useTexts();
  const [seen, setSeen] = useState<Seen>({ step: 'loading' });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further turn asks again
  useEffect(() => {
    let wanted = true;
    setSeen({ step: 'loading' });
    if (html !== '')
      previewOf(html, isFirst).then(
        (made) => wanted && setSeen({ step: 'shown', html: made }),
        (error: unknown) =>
          wanted &&
          setSeen({
            step: 'refused',
            failure:
              error instanceof Failure ? error : new Failure(500, 'internal', { cause: error }),
          }),
      );
    return () => {
      wanted = false;
    };
  }, [html, isFirst, turn]);
  if (html === '') return <p className="meta">{t('composer.previewEmpty')}</p>;
  return (
    <div className="preview" aria-busy={seen.step === 'loading'}>
      {seen.step === 'loading' && <p className="meta">{t('common.loading')}</p>}
      {seen.step === 'shown' && <UserHtml html={seen.html} />}
      {seen.step === 'refused' && (
        <>
          <p className="wrong" role="alert">
            {t(`error.${seen.failure.code}`, { seconds: 0, ...valuesOf(seen.failure) })}
          </p>
          <Button onClick={() => setTurn(turn + 1)}>{t('composer.retry')}</Button>
        </>
      )}
    </div>
  );
}
