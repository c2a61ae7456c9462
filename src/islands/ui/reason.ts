import type { Failure } from '#stores/failure.ts';
import { valuesOf } from '#stores/tips.ts';
import { useSecondsTo } from './countdown.ts';
import { useTexts } from './text.ts';

/**
 * Why a call failed, in the reader's words (R14); a wait is counted down, and says nothing more
 * when it is over.
 */
export function useReason(failure: Failure | undefined): string | undefined {
  const { t } = useTexts();
  const seconds = useSecondsTo(failure?.retryAt);
  if (!failure) return undefined;
  if (failure.away) return t('tip.unavailable');
  if (failure.retryAt !== undefined && seconds === 0) return undefined;
  return t(`error.${failure.code}`, { ...valuesOf(failure), seconds });
}
