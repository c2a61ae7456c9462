import { atom } from 'nanostores';
import { pageThreadId } from '../core/page-info.ts';

/** Rises when the pages of the page's thread were published anew. */
export const $threadChanges = atom(0);

/** Threads whose pages were published anew. */
export function recordThreadChanges(ids: readonly number[]): void {
  const shown = pageThreadId();
  if (shown !== undefined && ids.includes(shown)) $threadChanges.set($threadChanges.get() + 1);
}
