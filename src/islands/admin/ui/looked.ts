import { useCallback, useEffect, useState } from 'react';
import { call } from '#stores/api.ts';
import { Failure } from '#stores/failure.ts';
import type { Query } from '#stores/request.ts';

/**
 * What a call answers; looked at again every so many milliseconds while somebody looks at the page,
 * if `every` is given. A look that fails leaves what was seen before.
 */
export function useLooked<Seen>(
  path: string,
  query: Query = {},
  every?: number,
): { seen: Seen | undefined; failure: Failure | undefined; again(): void; set(seen: Seen): void } {
  const [seen, setSeen] = useState<Seen>();
  const [failure, setFailure] = useState<Failure>();
  const [turn, setTurn] = useState(0);
  const asked = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks for the same once more
  useEffect(() => {
    let wanted = true;
    const look = async () => {
      try {
        const found = await call<Seen>(path, { query: JSON.parse(asked) as Query, quiet: true });
        if (!wanted) return;
        setSeen(found);
        setFailure(undefined);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (wanted) setFailure(error);
      }
    };
    void look();
    const timer = every
      ? setInterval(() => document.visibilityState === 'visible' && void look(), every)
      : undefined;
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [path, asked, every, turn]);
  return { seen, failure, again: useCallback(() => setTurn((one) => one + 1), []), set: setSeen };
}
