import { FormError } from '../components/FormError.tsx';
import type { Submission } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** The status of saving, beside the button; screen readers announce it. */
export function SaveStatus({ step, failure }: Pick<Submission, 'step' | 'failure'>) {
  const { t } = useTexts();
  return (
    <>
      <span className="saved" role="status">
        {step === 'done' && t('settings.saved')}
      </span>
      {failure?.isApiDown ? (
        <p className="wrong" role="alert">
          {t('settings.away')}
        </p>
      ) : (
        failure && <FormError failure={failure} />
      )}
    </>
  );
}
