import { atom } from 'nanostores';
import { changeDraft, type QuotedReply } from '../drafts/reply-draft.ts';

/** How often the editor was opened: 0 is closed, and each further opening focuses it. */
export const $composerOpenings = atom(0);

/** Opens or focuses the editor; it quotes the reply if one is given. */
export function openComposer(quote?: QuotedReply): void {
  if (quote) changeDraft({ quote });
  $composerOpenings.set($composerOpenings.get() + 1);
}

/** Closes the editor; the draft stays. */
export const closeComposer = (): void => $composerOpenings.set(0);
