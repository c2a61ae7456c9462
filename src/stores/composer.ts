import { atom } from 'nanostores';
import { changeDraft, type Quoted } from './draft.ts';

/**
 * How often somebody asked for the editor: 0 leaves it closed, each further time brings the cursor
 * into it.
 */
export const $composing = atom(0);

/** Opens the editor, or comes back to it; answers a certain reply if one is given. */
export function compose(quote?: Quoted): void {
  if (quote) changeDraft({ quote });
  $composing.set($composing.get() + 1);
}

/** Closes it; what was written stays. */
export const putAway = (): void => $composing.set(0);
