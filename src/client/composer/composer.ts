import { atom } from 'nanostores';
import { type QuotedReply, replyDraft } from '../drafts/reply-draft.ts';

/** How often the editor was opened: 0 is closed, and each further opening focuses it. */
export const $composerOpenings = atom(0);

/**
 * Where the open composer of a desktop page stands: in its place after the replies, docked at the
 * window's foot, or there as a bar.
 */
export const $composerDock = atom<'place' | 'docked' | 'minimised'>('place');

let opener: Element | null = null;

/** Where the cursor goes when the editor is focused: it stays, or goes behind the text. */
let caret: 'stays' | 'end' = 'stays';

/** Where the cursor goes now that the editor is focused. */
export function takeCaret(): typeof caret {
  const asked = caret;
  caret = 'stays';
  return asked;
}

/** Opens or focuses the editor; it quotes the reply if one is given. */
export function openComposer(quote?: QuotedReply, caretGoes: typeof caret = 'stays'): void {
  if (quote) replyDraft.change({ quote });
  caret = caretGoes;
  opener = document.activeElement;
  $composerOpenings.set($composerOpenings.get() + 1);
}

/** Closes the editor; the draft stays, and the focus returns to what opened it. */
export function closeComposer(): void {
  $composerOpenings.set(0);
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
}
