import { atom } from 'nanostores';
import type { Removal } from '#contracts/removals.ts';

/** Removals since the page was loaded, latest last. */
export const $removals = atom<readonly Removal[]>([]);
/** Rises when removals may have been missed, so that what is shown must be loaded again. */
export const $missedRemovals = atom(0);

/** Removals that are kept: as many as a page could still show. */
const MAX_REMOVALS = 500;

/** Adds removals of the server; null says that some may have been missed. */
export function recordRemovals(removals: readonly Removal[] | null): void {
  if (removals) $removals.set([...$removals.get(), ...removals].slice(-MAX_REMOVALS));
  else $missedRemovals.set($missedRemovals.get() + 1);
}
