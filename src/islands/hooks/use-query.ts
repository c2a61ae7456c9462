import { useCallback, useEffect, useRef, useState } from 'react';
import { CaptchaClosed } from '#client/captcha/solve-captcha.ts';
import { Failure } from '#client/core/failure.ts';
import { waitUntilApiUp } from '#client/core/wait-until-api-up.ts';

export interface Query<Value, Why = Failure> {
  /** The last reply. It stays while the next one loads, unless that has another key. */
  value: Value | undefined;
  failure: Why | undefined;
  /** Loads again. With `quietly` the present value stays when that fails. */
  reload(quietly?: boolean): void;
  /** Sets the value, until the next load. */
  update(how: (value: Value) => Value): void;
}

/**
 * The result of `load` for a key; overtaken results are dropped. While the API is down it waits and
 * loads again by itself. With `known`, the result, nothing is loaded.
 */
export function useQuery<Value, Why extends Failure | CaptchaClosed = Failure>(
  key: string,
  load: () => Promise<Value>,
  known?: Value,
): Query<Value, Why> {
  const [state, setState] = useState<{
    key: string;
    value?: Value | undefined;
    failure?: Why | undefined;
  }>({ key, value: known });
  const requestNumber = useRef(0);
  const latest = useRef({ load, known });
  latest.current = { load, known };
  const reload = useCallback(
    (quietly = false) => {
      const ownNumber = ++requestNumber.current;
      if (!quietly) setState((now) => ({ key, value: now.key === key ? now.value : undefined }));
      latest.current.load().then(
        (value) => ownNumber === requestNumber.current && setState({ key, value }),
        (error: unknown) => {
          if (!(error instanceof Failure || error instanceof CaptchaClosed)) throw error;
          if (ownNumber !== requestNumber.current) return;
          setState((now) =>
            quietly && now.key === key && now.value !== undefined
              ? now
              : { key, failure: error as Why },
          );
          if (error instanceof Failure && error.isApiDown)
            void waitUntilApiUp().then(() => ownNumber === requestNumber.current && reload());
        },
      );
    },
    [key],
  );
  useEffect(() => {
    if (latest.current.known === undefined) reload();
    else setState({ key, value: latest.current.known });
    return () => void requestNumber.current++;
  }, [key, reload]);
  const update = useCallback(
    (how: (value: Value) => Value) =>
      setState((now) => (now.value === undefined ? now : { ...now, value: how(now.value) })),
    [],
  );
  const isCurrentKey = state.key === key;
  return {
    value: isCurrentKey ? state.value : known,
    failure: isCurrentKey ? state.failure : undefined,
    reload,
    update,
  };
}
