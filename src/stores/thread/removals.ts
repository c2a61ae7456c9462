import { atom } from 'nanostores';
import type { Removal } from '#contracts/removals.ts';

/** What was taken away since the page came, the latest last. */
export const $removals = atom<readonly Removal[]>([]);
/** Raised when some of it may have been missed: what is shown wants to be looked at again. */
export const $missedRemovals = atom(0);

/** As much as pages could still show. */
const MAX_REMOVALS = 500;

/** Takes over what the server said; null: there may be more than it said. */
export function recordRemovals(gone: readonly Removal[] | null): void {
  if (gone) $removals.set([...$removals.get(), ...gone].slice(-MAX_REMOVALS));
  else $missedRemovals.set($missedRemovals.get() + 1);
}
