import type { DraftContent } from './draft-records.ts';
import { createDraftStore, type SentDraft } from './draft-store.ts';

export type { QuotedReply } from './draft-records.ts';
export type { SentDraft } from './draft-store.ts';

/* The draft of the reply on this page (R27). */

const draftStore = createDraftStore();

export type Draft = Pick<DraftContent, 'html' | 'quote'>;
export const $draft = draftStore.$content;
/** Where the draft is stored. */
export const $draftState = draftStore.$state;

/** The id of the draft that the page's address names, where a thread has several. */
const draftIdInAddress = (): number | undefined =>
  Number(new URLSearchParams(location.search).get('draft')) || undefined;

/**
 * Opens the user's draft for a thread. User 0 isn't known yet; what is typed until then moves to
 * the user.
 */
export const openDraft = (userId: number, threadId: number): void =>
  void draftStore.open(userId, { threadId, postId: 0 }, { id: draftIdInAddress() });

/** Changes the draft: stored in this browser at once, and on the server after a pause. */
export const changeDraft = (change: Partial<Draft>): void => draftStore.change(change);

/**
 * Leaves the draft in this browser while it is sent as a reply; the version that the server deletes
 * with the same call.
 */
export const pauseDraft = (): SentDraft | undefined => draftStore.pause();

/** The key under which the outbox has the draft, while its text waits to be sent. */
export const $draftOutbox = draftStore.$outbox;

/** Marks the draft as one that the outbox has; the key of its record in this browser. */
export const holdDraft = (key: string): string => draftStore.hold(key);

/** Goes on saving the draft, which wasn't sent. */
export const resumeDraft = (): void => draftStore.resume();

/** Deletes the draft after its reply was posted; the server has deleted the version `sent`. */
export const discardDraft = (sent: SentDraft | undefined): void => void draftStore.discard(sent);
