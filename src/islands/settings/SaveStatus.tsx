import type { Failure } from '#client/core/failure.ts';
import { FormError } from '../components/FormError.tsx';
import { useTexts } from '../hooks/use-texts.ts';

/** The status of saving, beside the button; screen readers announce it. */
export function SaveStatus({
  step,
  failure,
}: {
  step: 'idle' | 'pending' | 'saved';
  failure: Failure | undefined;
}) {
  const { t } = useTexts();
  return (
    <>
      <span className="saved" role="status">
        {step === 'saved' && t('settings.saved')}
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
