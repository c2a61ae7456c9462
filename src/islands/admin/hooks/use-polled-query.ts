import { useCallback, useEffect, useState } from 'react';
import { call } from '#stores/client/api.ts';
import { Failure } from '#stores/client/failure.ts';
import type { Query } from '#stores/client/request.ts';

/**
 * The reply of a GET call. With `intervalMs` the call is repeated at that interval while the page
 * is visible. A failed repetition keeps the last value.
 */
export function usePolledQuery<Value>(
  path: string,
  query: Query = {},
  intervalMs?: number,
): {
  value: Value | undefined;
  failure: Failure | undefined;
  reload(): void;
  setValue(value: Value): void;
} {
  const [value, setLoaded] = useState<Value>();
  const [failure, setFailure] = useState<Failure>();
  const [attempt, setAttempt] = useState(0);
  const queryKey = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the same call
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      try {
        const reply = await call<Value>(path, {
          query: JSON.parse(queryKey) as Query,
          quiet: true,
        });
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
  }, [path, queryKey, intervalMs, attempt]);
  return {
    value,
    failure,
    reload: useCallback(() => setAttempt((count) => count + 1), []),
    setValue: setLoaded,
  };
}
