import { createKeeper } from './draft-keeper.ts';
import type { DraftContent } from './draft-sheets.ts';

export type { Quoted } from './draft-sheets.ts';

/* The reply that is being written on this page (R27). */

const keeper = createKeeper();

export type Draft = Pick<DraftContent, 'html' | 'quote'>;
export const $draft = keeper.$content;
/** Where the draft is safe. */
export const $draftState = keeper.$state;

/** A draft that the address of the page asks for: one of two for the same thread. */
const asked = (): number | undefined =>
  Number(new URLSearchParams(location.search).get('draft')) || undefined;

/**
 * Takes up the draft of a person for a thread. Drafts carry the person because browsers are shared;
 * 0 is somebody of whom the server hasn't told yet. What was typed until then goes over to them.
 */
export const openDraft = (userId: number, threadId: number): void =>
  void keeper.open(userId, { threadId, postId: 0 }, { id: asked() });

/** Changes the draft; it is in this browser at once, and on the server when the person pauses. */
export const changeDraft = (change: Partial<Draft>): void => keeper.change(change);

/** Brings it to the server now. */
export const saveDraft = (): void => void keeper.flush();

/** For a draft that has become a reply. */
export const dropDraft = (): void => void keeper.drop();
