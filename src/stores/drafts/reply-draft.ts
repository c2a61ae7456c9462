import type { DraftContent } from './draft-records.ts';
import { createDraftStore } from './draft-store.ts';

export type { QuotedReply } from './draft-records.ts';

/* The reply that is being written on this page (R27). */

const draftStore = createDraftStore();

export type Draft = Pick<DraftContent, 'html' | 'quote'>;
export const $draft = draftStore.$content;
/** Where the draft is safe. */
export const $draftState = draftStore.$state;

/** A draft that the address of the page asks for: one of two for the same thread. */
const draftIdInAddress = (): number | undefined =>
  Number(new URLSearchParams(location.search).get('draft')) || undefined;

/**
 * Takes up the draft of a person for a thread. Drafts carry the person because browsers are shared;
 * 0 is somebody of whom the server hasn't told yet. What was typed until then goes over to them.
 */
export const openDraft = (userId: number, threadId: number): void =>
  void draftStore.open(userId, { threadId, postId: 0 }, { id: draftIdInAddress() });

/** Changes the draft; it is in this browser at once, and on the server when the person pauses. */
export const changeDraft = (change: Partial<Draft>): void => draftStore.change(change);

/** Brings it to the server now. */
export const saveDraft = (): void => void draftStore.flush();

/** For a draft that has become a reply. */
export const discardDraft = (): void => void draftStore.discard();
