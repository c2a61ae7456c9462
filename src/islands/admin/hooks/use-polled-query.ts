import { useCallback, useEffect, useState } from 'react';
import { type CallArguments, call } from '#client/core/api.ts';
import { Failure } from '#client/core/failure.ts';
import type { CallInput, CallName, CallReply } from '#contracts/calls/calls.ts';

type PolledArguments<Name extends CallName> =
  Partial<CallInput<Name>> extends CallInput<Name>
    ? [input?: CallInput<Name>, intervalMs?: number]
    : [input: CallInput<Name>, intervalMs?: number];

/**
 * The reply of a GET call. With `intervalMs` the call is repeated at that interval while the page
 * is visible. A failed repetition keeps the last value.
 */
export function usePolledQuery<Name extends CallName>(
  name: Name,
  ...[input, intervalMs]: PolledArguments<Name>
): {
  value: CallReply<Name> | undefined;
  failure: Failure | undefined;
  reload(): void;
  setValue(value: CallReply<Name>): void;
} {
  const [value, setLoaded] = useState<CallReply<Name>>();
  const [failure, setFailure] = useState<Failure>();
  const [attempt, setAttempt] = useState(0);
  const inputKey = JSON.stringify(input ?? {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the same call
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      try {
        const reply = await call(
          name,
          ...([{ ...JSON.parse(inputKey), quiet: true }] as CallArguments<Name>),
        );
        if (!isCurrent) return;
        setLoaded(reply);
        setFailure(undefined);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (isCurrent) setFailure(error);
      }
    };
    void load();
    const timer = intervalMs
      ? setInterval(() => document.visibilityState === 'visible' && void load(), intervalMs)
      : undefined;
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [name, inputKey, intervalMs, attempt]);
  return {
    value,
    failure,
    reload: useCallback(() => setAttempt((count) => count + 1), []),
    setValue: setLoaded,
  };
}
