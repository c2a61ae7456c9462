import { useEffect, useLayoutEffect, useState } from 'react';
import type { CaptchaClosed } from '#stores/captcha.ts';
import type { Failure } from '#stores/failure.ts';
import { type Loaded, useLoaded } from './loaded.ts';

/**
 * Answers of this page, so that going back shows at once what stood there, and asks for nothing.
 */
const known = new Map<string, unknown>();

/** How long this tab remembers answers beyond the page, in milliseconds. */
const LIFETIME = 600_000;

const isReturn = (): boolean =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)
    ?.type === 'back_forward';
const nameOf = (part: string): string => `${part}:${location.pathname}`;

/** What stood on this page when the reader left it, for one who comes back from elsewhere. */
function recall<Data>(key: string): Data | undefined {
  try {
    const kept = JSON.parse((isReturn() && sessionStorage.getItem(nameOf('left'))) || 'null') as {
      key: string;
      data: Data;
      at: number;
    } | null;
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
 * Gives what `load` answers for a key, as useLoaded does. Who comes back by the browser's button
 * finds the list as it was, at the place where they were (R4).
 */
export function useRemembered<Data>(
  key: string,
  load: () => Promise<Data>,
): Loaded<Data, Failure | CaptchaClosed> {
  const [came] = useState(() => {
    const left = recall<Data>(key);
    if (left !== undefined) known.set(key, left);
    return known.has(key) ? key : '';
  });
  const ask = async () => {
    const data = await load();
    known.set(key, data);
    return data;
  };
  const loaded = useLoaded<Data, Failure | CaptchaClosed>(
    key,
    ask,
    known.get(key) as Data | undefined,
  );
  const { value } = loaded;
  useEffect(() => {
    if (value === undefined) return undefined;
    const left = () => leave(key, value);
    addEventListener('pagehide', left);
    return () => removeEventListener('pagehide', left);
  }, [key, value]);
  // Only to what was there at once: a reader who waited has scrolled by themselves.
  useLayoutEffect(() => {
    if (came !== '') comeBack(came);
  }, [came]);
  return loaded;
}

/** Forgets what lists said: something was written that they show. */
export const forgetRemembered = (): void => known.clear();
