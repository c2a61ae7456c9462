import { createDraftStore } from './draft-store.ts';

export type { QuotedReply } from './draft-records.ts';
export type { SentDraft } from './draft-store.ts';

/** The draft of the reply on this page (R27). */
export const replyDraft = createDraftStore();

/** The id of the draft that the page's address names, where a thread has several. */
const draftIdInAddress = (): number | undefined =>
  Number(new URLSearchParams(location.search).get('draft')) || undefined;

/**
 * Opens the user's draft for a thread. User 0 isn't known yet; what is typed until then moves to
 * the user.
 */
export const openReplyDraft = (userId: number, threadId: number): void =>
  void replyDraft.open(userId, { threadId, postId: 0 }, { id: draftIdInAddress() });
