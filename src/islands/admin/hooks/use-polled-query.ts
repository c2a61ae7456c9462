import { useCallback, useEffect, useState } from 'react';
import { call } from '#stores/client/api.ts';
import { Failure } from '#stores/client/failure.ts';
import type { Query } from '#stores/client/request.ts';

/**
 * What a call answers; looked at again every so many milliseconds while somebody looks at the page,
 * if `every` is given. A look that fails leaves what was seen before.
 */
export function usePolledQuery<Seen>(
  path: string,
  query: Query = {},
  intervalMs?: number,
): {
  value: Seen | undefined;
  failure: Failure | undefined;
  reload(): void;
  setValue(value: Seen): void;
} {
  const [value, setLoaded] = useState<Seen>();
  const [failure, setFailure] = useState<Failure>();
  const [attempt, setAttempt] = useState(0);
  const queryKey = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks for the same once more
  useEffect(() => {
    let wanted = true;
    const load = async () => {
      try {
        const found = await call<Seen>(path, { query: JSON.parse(queryKey) as Query, quiet: true });
        if (!wanted) return;
        setLoaded(found);
        setFailure(undefined);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (wanted) setFailure(error);
      }
    };
    void load();
    const timer = intervalMs
      ? setInterval(() => document.visibilityState === 'visible' && void load(), intervalMs)
      : undefined;
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [path, queryKey, intervalMs, attempt]);
  return {
    value,
    failure,
    reload: useCallback(() => setAttempt((one) => one + 1), []),
    setValue: setLoaded,
  };
}
