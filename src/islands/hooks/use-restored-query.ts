import { useEffect, useLayoutEffect, useState } from 'react';
import type { CaptchaClosed } from '#stores/captcha/solve-captcha.ts';
import type { Failure } from '#stores/client/failure.ts';
import { type Query, useQuery } from './use-query.ts';

/**
 * Answers of this page, so that going back shows at once what stood there, and asks for nothing.
 */
const answers = new Map<string, unknown>();

/** How long this tab remembers answers beyond the page, in milliseconds. */
const STORED_FOR_MS = 600_000;

const isBackNavigation = (): boolean =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)
    ?.type === 'back_forward';
const storageKey = (part: string): string => `${part}:${location.pathname}`;

/** What stood on this page when the reader left it, for one who comes back from elsewhere. */
function readStored<Data>(key: string): Data | undefined {
  try {
    const kept = JSON.parse(
      (isBackNavigation() && sessionStorage.getItem(storageKey('left'))) || 'null',
    ) as {
      key: string;
      data: Data;
      at: number;
    } | null;
    return kept?.key === key && Date.now() - kept.at < STORED_FOR_MS ? kept.data : undefined;
  } catch {
    return undefined; // storage is forbidden here, or something else wrote into it
  }
}

function storeAnswer(key: string, data: unknown): void {
  try {
    sessionStorage.setItem(storageKey('left'), JSON.stringify({ key, data, at: Date.now() }));
    sessionStorage.setItem(storageKey('place'), `${scrollY} ${key}`);
  } catch {
    // Storage is forbidden here, or full: coming back asks anew.
  }
}

/** Scrolls to where the reader was when they left what the key names. */
function restoreScroll(key: string): void {
  if (!isBackNavigation()) return;
  const [top = '0', ...rest] = (sessionStorage.getItem(storageKey('place')) ?? '').split(' ');
  if (rest.join(' ') === key) scrollTo({ top: Number(top), behavior: 'instant' });
}

/**
 * Gives what `load` answers for a key, as useQuery does. Who comes back by the browser's button
 * finds the list as it was, at the place where they were (R4).
 */
export function useRestoredQuery<Data>(
  key: string,
  load: () => Promise<Data>,
): Query<Data, Failure | CaptchaClosed> {
  const [restoredKey] = useState(() => {
    const left = readStored<Data>(key);
    if (left !== undefined) answers.set(key, left);
    return answers.has(key) ? key : '';
  });
  const loadAndKeep = async () => {
    const data = await load();
    answers.set(key, data);
    return data;
  };
  const loaded = useQuery<Data, Failure | CaptchaClosed>(
    key,
    loadAndKeep,
    answers.get(key) as Data | undefined,
  );
  const { value } = loaded;
  useEffect(() => {
    if (value === undefined) return undefined;
    const left = () => storeAnswer(key, value);
    addEventListener('pagehide', left);
    return () => removeEventListener('pagehide', left);
  }, [key, value]);
  // Only to what was there at once: a reader who waited has scrolled by themselves.
  useLayoutEffect(() => {
    if (restoredKey !== '') restoreScroll(restoredKey);
  }, [restoredKey]);
  return loaded;
}
