import { atom } from 'nanostores';
import type { Gone } from '#contracts/gone.ts';

/** What was taken away since the page came, the latest last. */
export const $gone = atom<readonly Gone[]>([]);
/** Raised when some of it may have been missed: what is shown wants to be looked at again. */
export const $missed = atom(0);

/** As much as pages could still show. */
const KEPT = 500;

/** Takes over what the server said; null: there may be more than it said. */
export function heedGone(gone: readonly Gone[] | null): void {
  if (gone) $gone.set([...$gone.get(), ...gone].slice(-KEPT));
  else $missed.set($missed.get() + 1);
}
