import type { Failure } from '#stores/failure.ts';
import { valuesOf } from '#stores/tips.ts';
import { useSecondsTo } from './countdown.ts';
import { useTexts } from './text.ts';

/** Why something was refused, in the reader's words (R14). A wait that is over says nothing more. */
export function Refusal({ failure }: { failure: Failure }) {
  const { t } = useTexts();
  const seconds = useSecondsTo(failure.retryAt);
  if (failure.retryAt !== undefined && seconds === 0) return null;
  return (
    <p className="wrong" role="alert">
      {t(`error.${failure.code}`, { ...valuesOf(failure), seconds })}
    </p>
  );
}
