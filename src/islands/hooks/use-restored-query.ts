import { useEffect, useLayoutEffect, useState } from 'react';
import type { CaptchaClosed } from '#client/captcha/solve-captcha.ts';
import type { Failure } from '#client/core/failure.ts';
import { type Query, useQuery } from './use-query.ts';

/** Results of this page: going back shows them at once, without a call. */
const answers = new Map<string, unknown>();

/** Milliseconds for which this tab keeps results beyond the page. */
const STORED_FOR_MS = 600_000;

const isBackNavigation = (): boolean =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)
    ?.type === 'back_forward';
const storageKey = (part: string): string => `${part}:${location.pathname}`;

/** The results and position that the page had when the reader left it. */
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
    return undefined; // storage is forbidden here, or holds something else
  }
}

function storeAnswer(key: string, data: unknown): void {
  try {
    sessionStorage.setItem(storageKey('left'), JSON.stringify({ key, data, at: Date.now() }));
    sessionStorage.setItem(storageKey('place'), `${scrollY} ${key}`);
  } catch {
    // storage is forbidden or full: coming back loads again
  }
}

/** Scrolls to the position that the reader left for this key. */
function restoreScroll(key: string): void {
  if (!isBackNavigation()) return;
  const [top = '0', ...rest] = (sessionStorage.getItem(storageKey('place')) ?? '').split(' ');
  if (rest.join(' ') === key) scrollTo({ top: Number(top), behavior: 'instant' });
}

/**
 * The result of `load` for a key, as useQuery. A reader who comes back by the browser's button
 * finds the list and the position as they were (R4).
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
  // only for results that were there at once: a reader who waited has scrolled by themselves
  useLayoutEffect(() => {
    if (restoredKey !== '') restoreScroll(restoredKey);
  }, [restoredKey]);
  return loaded;
}
