import { atom } from 'nanostores';
import type { Removal } from '#contracts/removals.ts';

/** Since the page was loaded, latest last. */
export const $removals = atom<readonly Removal[]>([]);
/** Incremented if removals may have been missed, so that content must be reloaded. */
export const $missedRemovals = atom(0);

/** As many as a page could still show. */
const MAX_REMOVALS = 500;

/** null: some may have been missed. */
export function recordRemovals(removals: readonly Removal[] | null): void {
  if (removals) $removals.set([...$removals.get(), ...removals].slice(-MAX_REMOVALS));
  else $missedRemovals.set($missedRemovals.get() + 1);
}
