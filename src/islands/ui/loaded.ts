import { useCallback, useEffect, useRef, useState } from 'react';
import { CaptchaClosed } from '#stores/captcha.ts';
import { Failure } from '#stores/failure.ts';
import { recovery } from '#stores/recovery.ts';

export interface Loaded<Value, Why = Failure> {
  /**
   * What came last; while something else is on its way it stays, unless it belongs to another key.
   */
  value: Value | undefined;
  failure: Why | undefined;
  /** Asks again. With `quietly` what is there stays when that fails. */
  again(quietly?: boolean): void;
  /** Changes what is there, until it is asked for again. */
  change(how: (value: Value) => Value): void;
}

/**
 * What `load` gives, for as long as `key` stays the same; answers that were overtaken are dropped.
 * While the product is away it waits and asks again by itself. With `known`, what it would give, it
 * isn't asked.
 */
export function useLoaded<Value, Why extends Failure | CaptchaClosed = Failure>(
  key: string,
  load: () => Promise<Value>,
  known?: Value,
): Loaded<Value, Why> {
  const [state, setState] = useState<{
    key: string;
    value?: Value | undefined;
    failure?: Why | undefined;
  }>({ key, value: known });
  const turn = useRef(0);
  const latest = useRef({ load, known });
  latest.current = { load, known };
  const again = useCallback(
    (quietly = false) => {
      const mine = ++turn.current;
      if (!quietly) setState((now) => ({ key, value: now.key === key ? now.value : undefined }));
      latest.current.load().then(
        (value) => mine === turn.current && setState({ key, value }),
        (error: unknown) => {
          if (!(error instanceof Failure || error instanceof CaptchaClosed)) throw error;
          if (mine !== turn.current) return;
          setState((now) =>
            quietly && now.key === key && now.value !== undefined
              ? now
              : { key, failure: error as Why },
          );
          if (error instanceof Failure && error.away)
            void recovery().then(() => mine === turn.current && again());
        },
      );
    },
    [key],
  );
  useEffect(() => {
    if (latest.current.known === undefined) again();
    else setState({ key, value: latest.current.known });
    return () => void turn.current++;
  }, [key, again]);
  const change = useCallback(
    (how: (value: Value) => Value) =>
      setState((now) => (now.value === undefined ? now : { ...now, value: how(now.value) })),
    [],
  );
  const fits = state.key === key;
  return {
    value: fits ? state.value : known,
    failure: fits ? state.failure : undefined,
    again,
    change,
  };
}
