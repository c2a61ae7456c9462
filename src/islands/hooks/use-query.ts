import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CaptchaClosed } from '#client/captcha/captcha-prompt.ts';
import { Failure } from '#client/core/failure.ts';
import { readOfLogin, writeOfLogin } from '#client/core/stored-json.ts';
import { waitUntilApiUp } from '#client/core/wait-until-api-up.ts';

/** Captcha errors occur only for calls that may require a captcha. */
export type QueryFailure = Failure | CaptchaClosed;

export interface Query<Value> {
  /** The last result; cleared when another key loads. */
  value: Value | undefined;
  failure: QueryFailure | undefined;
  /** Loads again. With `quietly`, a failure leaves the present value. */
  reload(quietly?: boolean): void;
  update(how: (value: Value) => Value): void;
}

interface QueryOptions<Value> {
  /** An available result, which isn't loaded. */
  known?: Value | undefined;
  /** Milliseconds by which a load is delayed while the key changes. */
  debounceMs?: number;
  /** Milliseconds between quiet reloads while the page is visible. */
  pollMs?: number | undefined;
  /** The last value also stays while another key loads, and after a failure. */
  keepsValue?: boolean;
  /** Reloads by itself when the API is up again. */
  recovers?: boolean;
  /** Restores result and scroll position after back navigation (R4). */
  isRestored?: boolean;
}

/** Milliseconds without a keystroke before a search starts. */
export const TYPING_PAUSE_MS = 200;

/** This page's results for back navigation within the page. */
const answers = new Map<string, unknown>();

/** Milliseconds for which this tab stores results beyond the page. */
const STORED_FOR_MS = 600_000;

const isBackNavigation = (): boolean =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)
    ?.type === 'back_forward';
const storageKey = (): string => `left:${location.pathname}`;

/** The result and scroll position of a key when the reader left the page. */
interface LeftPage {
  key: string;
  data: unknown;
  at: number;
  top: number;
}

/** Returns undefined if the key differs or the reader didn't navigate back. */
function readLeftPage(key: string): LeftPage | undefined {
  if (!isBackNavigation()) return undefined;
  const left = readOfLogin<LeftPage>(storageKey(), 'sessionStorage');
  return left?.key === key ? left : undefined;
}

/** Restores a stored result; returns whether there is a result. */
function restoreAnswer(key: string): boolean {
  const left = readLeftPage(key);
  if (left && Date.now() - left.at < STORED_FOR_MS) answers.set(key, left.data);
  return answers.has(key);
}

/**
 * The result of `load` for a key; ignores outdated ones. `recovers`: retries when the API is up.
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
  // only for immediate results: during a load, readers have scrolled themselves
  useLayoutEffect(() => {
    const left = restoredKey === undefined ? undefined : readLeftPage(restoredKey);
    if (left) scrollTo({ top: left.top, behavior: 'instant' });
  }, [restoredKey]);
  return { value, failure: isCurrentKey ? state.failure : undefined, reload, update };
}
