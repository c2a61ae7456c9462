import { useCallback, useEffect, useRef, useState } from 'react';
import { Failure } from '#stores/failure.ts';
import { recovery } from '#stores/recovery.ts';

interface Loaded<Value> {
  /** What came last; while something else is on its way it stays, unless it belongs to another key. */
  value: Value | undefined;
  failure: Failure | undefined;
  /** Asks again. With `quietly` what is there stays when that fails. */
  again(quietly?: boolean): void;
  /** Changes what is there, until it is asked for again. */
  change(how: (value: Value) => Value): void;
}

/** What `load` gives, for as long as `key` stays the same; answers that were overtaken are dropped. While the product is away it waits and asks again by itself. */
export function useLoaded<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const [state, setState] = useState<{ key: string; value?: Value | undefined; failure?: Failure | undefined }>({ key });
  const turn = useRef(0);
  const latest = useRef(load);
  latest.current = load;
  const again = useCallback(
    (quietly = false) => {
      const mine = ++turn.current;
      if (!quietly) setState((now) => ({ key, value: now.key === key ? now.value : undefined }));
      latest.current().then(
        (value) => mine === turn.current && setState({ key, value }),
        (error: unknown) => {
          if (!(error instanceof Failure)) throw error;
          if (mine !== turn.current || quietly) return;
          setState({ key, failure: error });
          if (error.away) void recovery().then(() => mine === turn.current && again());
        },
      );
    },
    [key],
  );
  useEffect(() => {
    again();
    return () => void turn.current++;
  }, [again]);
  const change = useCallback((how: (value: Value) => Value) => setState((now) => (now.value === undefined ? now : { ...now, value: how(now.value) })), []);
  const fits = state.key === key;
  return { value: fits ? state.value : undefined, failure: fits ? state.failure : undefined, again, change };
}
