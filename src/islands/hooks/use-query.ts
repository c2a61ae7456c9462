import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CaptchaClosed } from '#client/captcha/captcha-prompt.ts';
import { Failure } from '#client/core/failure.ts';
import { readOfLogin, writeOfLogin } from '#client/core/stored-json.ts';
import { waitUntilApiUp } from '#client/core/wait-until-api-up.ts';

/** Why nothing could be loaded; the second for calls that may ask for a captcha. */
export type QueryFailure = Failure | CaptchaClosed;

export interface Query<Value> {
  /** The last result. It stays while the next one loads, unless that has another key. */
  value: Value | undefined;
  failure: QueryFailure | undefined;
  /** Loads again. With `quietly` the present value stays when that fails. */
  reload(quietly?: boolean): void;
  /** Sets the value, until the next load. */
  update(how: (value: Value) => Value): void;
}

interface QueryOptions<Value> {
  /** The result, when it is known already: nothing is loaded. */
  known?: Value | undefined;
  /** Milliseconds without another key after which a key is loaded, while somebody types it. */
  debounceMs?: number;
  /** Milliseconds after which it is loaded again, quietly, while the page is visible. */
  pollMs?: number | undefined;
  /** The last value stays while another key loads, and beside a failure. */
  keepsValue?: boolean;
  /** Whether it loads again by itself when the API is up again; otherwise the reader does. */
  recovers?: boolean;
  /**
   * A reader who comes back by the browser's button finds result and position as they were (R4).
   */
  isRestored?: boolean;
}

/** Milliseconds without a keystroke after which a text is searched for. */
export const TYPING_PAUSE_MS = 200;

/** Results of this page that are restored: going back shows them at once, without a call. */
const answers = new Map<string, unknown>();

/** Milliseconds for which this tab keeps results beyond the page. */
const STORED_FOR_MS = 600_000;

const isBackNavigation = (): boolean =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)
    ?.type === 'back_forward';
const storageKey = (): string => `left:${location.pathname}`;

/** What the page showed of a key, and where, when the reader left it. */
interface LeftPage {
  key: string;
  data: unknown;
  at: number;
  top: number;
}

/** For readers who come back; undefined for another key. */
function readLeftPage(key: string): LeftPage | undefined {
  if (!isBackNavigation()) return undefined;
  const left = readOfLogin<LeftPage>(storageKey(), 'sessionStorage');
  return left?.key === key ? left : undefined;
}

/** Finds the result that the page had when the reader left it; returns whether there is one. */
function restoreAnswer(key: string): boolean {
  const left = readLeftPage(key);
  if (left && Date.now() - left.at < STORED_FOR_MS) answers.set(key, left.data);
  return answers.has(key);
}

/**
 * The result of `load` for a key; overtaken results are dropped, and without a key nothing is
 * loaded. While the API is down it waits and loads again by itself, unless told otherwise.
 */
export function useQuery<Value>(
  key: string | undefined,
  load: () => Promise<Value>,
  {
    known,
    debounceMs,
    pollMs,
    keepsValue = false,
    recovers = true,
    isRestored = false,
  }: QueryOptions<Value> = {},
): Query<Value> {
  const [restoredKey] = useState(() =>
    isRestored && key !== undefined && restoreAnswer(key) ? key : undefined,
  );
  const ready = isRestored && key !== undefined ? (answers.get(key) as Value | undefined) : known;
  const [state, setState] = useState<{
    key: string | undefined;
    value?: Value | undefined;
    failure?: QueryFailure | undefined;
  }>({ key, value: ready });
  const requestNumber = useRef(0);
  const latest = useRef({ load, ready });
  latest.current = { load, ready };
  const reload = useCallback(
    (quietly = false) => {
      if (key === undefined) return;
      const ownNumber = ++requestNumber.current;
      if (!quietly) setState((now) => ({ ...now, failure: undefined }));
      latest.current.load().then(
        (value) => {
          if (isRestored) answers.set(key, value);
          if (ownNumber === requestNumber.current) setState({ key, value });
        },
        (error: unknown) => {
          if (!(error instanceof Failure || error instanceof CaptchaClosed)) throw error;
          if (ownNumber !== requestNumber.current) return;
          setState((now) => {
            if (keepsValue) return { ...now, key, failure: error };
            const isFine = quietly && now.key === key && now.value !== undefined;
            return isFine ? now : { key, failure: error };
          });
          if (recovers && error instanceof Failure && error.isApiDown)
            void waitUntilApiUp().then(() => ownNumber === requestNumber.current && reload());
        },
      );
    },
    [key, keepsValue, recovers, isRestored],
  );
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const { ready } = latest.current;
    if (key === undefined || ready !== undefined) setState({ key, value: ready });
    else if (debounceMs) timer = setTimeout(reload, debounceMs);
    else reload();
    return () => {
      clearTimeout(timer);
      requestNumber.current++;
    };
  }, [key, debounceMs, reload]);
  useEffect(() => {
    if (!pollMs) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(true), pollMs);
    return () => clearInterval(timer);
  }, [pollMs, reload]);
  const update = useCallback(
    (how: (value: Value) => Value) =>
      setState((now) => (now.value === undefined ? now : { ...now, value: how(now.value) })),
    [],
  );
  const isCurrentKey = state.key === key;
  const value = isCurrentKey || keepsValue ? state.value : ready;
  useEffect(() => {
    if (!isRestored || key === undefined || value === undefined) return undefined;
    const store = () =>
      writeOfLogin(
        storageKey(),
        { key, data: value, at: Date.now(), top: scrollY } satisfies LeftPage,
        'sessionStorage',
      );
    addEventListener('pagehide', store);
    return () => removeEventListener('pagehide', store);
  }, [isRestored, key, value]);
  // only for results that were there at once: a reader who waited has scrolled by themselves
  useLayoutEffect(() => {
    const left = restoredKey === undefined ? undefined : readLeftPage(restoredKey);
    if (left) scrollTo({ top: left.top, behavior: 'instant' });
  }, [restoredKey]);
  return { value, failure: isCurrentKey ? state.failure : undefined, reload, update };
}
