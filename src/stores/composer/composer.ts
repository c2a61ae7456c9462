import { atom } from 'nanostores';
import { changeDraft, type QuotedReply } from '../drafts/reply-draft.ts';

/**
 * How often somebody asked for the editor: 0 leaves it closed, each further time brings the cursor
 * into it.
 */
export const $composerOpenings = atom(0);

/** Opens the editor, or comes back to it; answers a certain reply if one is given. */
export function openComposer(quote?: QuotedReply): void {
  if (quote) changeDraft({ quote });
  $composerOpenings.set($composerOpenings.get() + 1);
}

/** Closes it; what was written stays. */
export const closeComposer = (): void => $composerOpenings.set(0);
