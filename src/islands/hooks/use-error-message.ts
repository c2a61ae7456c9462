import type { Failure } from '#client/core/failure.ts';
import { errorValues } from '#client/core/toasts.ts';
import { useCountdown } from './use-countdown.ts';
import { useIsOffline } from './use-is-offline.ts';
import { useTexts } from './use-texts.ts';

/** The message of a failed call (R14). A waiting time counts down, then the message disappears. */
export function useErrorMessage(failure: Failure | undefined): string | undefined {
  const { t } = useTexts();
  const seconds = useCountdown(failure?.retryAt);
  const isOffline = useIsOffline();
  if (!failure) return undefined;
  if (failure.isApiDown) return t(isOffline ? 'tip.offline' : 'tip.unavailable');
  if (failure.retryAt !== undefined && seconds === 0) return undefined;
  return t(`error.${failure.code}`, { ...errorValues(failure), seconds });
}
