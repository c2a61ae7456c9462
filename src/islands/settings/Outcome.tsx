import type { Failure } from '#stores/failure.ts';
import { Refusal } from '../ui/Refusal.tsx';
import { useTexts } from '../ui/text.ts';

/** What came of saving, beside the button: said to screen readers too. */
export function Outcome({
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
      {failure?.away ? (
        <p className="wrong" role="alert">
          {t('settings.away')}
        </p>
      ) : (
        failure && <Refusal failure={failure} />
      )}
    </>
  );
}
