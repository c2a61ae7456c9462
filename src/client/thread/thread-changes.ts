import { atom } from 'nanostores';
import { pageThreadId } from '../core/page-info.ts';

/** Incremented when the thread's pages were re-published. */
export const $threadChanges = atom(0);

/** Takes ids of re-published threads. */
export function recordThreadChanges(ids: readonly number[]): void {
  const shown = pageThreadId();
  if (shown !== undefined && ids.includes(shown)) $threadChanges.set($threadChanges.get() + 1);
}
