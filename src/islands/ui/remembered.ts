import { useEffect, useLayoutEffect, useState } from 'react';
import { CaptchaClosed } from '#stores/captcha.ts';
import { Failure } from '#stores/failure.ts';
import { recovery } from '#stores/recovery.ts';

interface Answer<Data> {
  key: string;
  data?: Data;
  failure?: Failure | CaptchaClosed;
}

interface Loaded<Data> {
  /** What was asked for; undefined while it is on its way or when it failed. */
  data: Data | undefined;
  failure: Failure | CaptchaClosed | undefined;
  again(): void;
}

/** Answers of this page, so that going back shows at once what stood there, and asks for nothing. */
const known = new Map<string, unknown>();

/** How long this tab remembers answers beyond the page, in milliseconds. */
const LIFETIME = 600_000;

const isReturn = (): boolean => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type === 'back_forward';
const nameOf = (part: string): string => `${part}:${location.pathname}`;

/** What stood on this page when the reader left it, for one who comes back from elsewhere. */
function recall<Data>(key: string): Data | undefined {
  try {
    const kept = JSON.parse((isReturn() && sessionStorage.getItem(nameOf('left'))) || 'null') as { key: string; data: Data; at: number } | null;
    return kept?.key === key && Date.now() - kept.at < LIFETIME ? kept.data : undefined;
  } catch {
    return undefined; // storage is forbidden here, or something else wrote into it
  }
}

function leave(key: string, data: unknown): void {
  try {
    sessionStorage.setItem(nameOf('left'), JSON.stringify({ key, data, at: Date.now() }));
    sessionStorage.setItem(nameOf('place'), `${scrollY} ${key}`);
  } catch {
    // Storage is forbidden here, or full: coming back asks anew.
  }
}

/** Scrolls to where the reader was when they left what the key names. */
function comeBack(key: string): void {
  if (!isReturn()) return;
  const [top = '0', ...rest] = (sessionStorage.getItem(nameOf('place')) ?? '').split(' ');
  if (rest.join(' ') === key) scrollTo({ top: Number(top), behavior: 'instant' });
}

/**
 * Gives what `load` answers for a key; '' asks for nothing. While the product is away it waits and asks again by itself.
 * Who comes back by the browser's button finds the list as it was, at the place where they were (R4).
 */
export function useRemembered<Data>(key: string, load: () => Promise<Data>): Loaded<Data> {
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<Answer<Data>>(() => {
    const data = recall<Data>(key);
    return data === undefined ? { key: '' } : { key, data };
  });
  const kept = known.get(key) as Data | undefined;
  const now: Answer<Data> = answer.key === key ? answer : kept === undefined ? { key } : { key, data: kept };
  const there = now.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is as the key says
  useEffect(() => {
    if (key === '' || there) return undefined;
    let wanted = true;
    load().then(
      (data) => {
        known.set(key, data);
        if (wanted) setAnswer({ key, data });
      },
      (error: unknown) => {
        if (!(error instanceof Failure || error instanceof CaptchaClosed)) throw error;
        if (!wanted) return;
        setAnswer({ key, failure: error });
        if (error instanceof Failure && error.away) void recovery().then(() => wanted && setTurn((before) => before + 1));
      },
    );
    return () => {
      wanted = false;
    };
  }, [key, turn, there]);
  useEffect(() => {
    if (!there) return undefined;
    const left = () => leave(key, now.data);
    addEventListener('pagehide', left);
    return () => removeEventListener('pagehide', left);
  });
  // Only to what was there at once: a reader who waited has scrolled by themselves.
  const [came] = useState(there ? key : '');
  useLayoutEffect(() => {
    if (came !== '') comeBack(came);
  }, [came]);
  const again = () => {
    known.delete(key);
    setAnswer({ key: '' });
    setTurn(turn + 1);
  };
  return { data: now.data, failure: now.failure, again };
}

/** Forgets what lists said: something was written that they show. */
export const forgetRemembered = (): void => known.clear();
