import { atom } from 'nanostores';
import { type QuotedReply, replyDraft } from '../drafts/reply-draft.ts';

/** Counts openings: 0 is closed, and each further opening focuses the editor. */
export const $composerOpenings = atom(0);

/** On desktop: after the replies, docked at the window's bottom, or minimised to a bar there. */
export const $composerDock = atom<'inline' | 'docked' | 'minimised'>('inline');

let opener: Element | null = null;

/** Where focusing the editor puts the cursor. */
let caret: 'stays' | 'end' = 'stays';

/** Returns the cursor's position for this focus, and resets it. */
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

/** Closes the editor, keeps the draft, and returns the focus to the opener. */
export function closeComposer(): void {
  $composerOpenings.set(0);
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
}
