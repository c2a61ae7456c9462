import { createDraftStore } from './draft-store.ts';

export type { QuotedReply } from './draft-records.ts';
export type { SentDraft } from './draft-store.ts';

/** The draft of the reply on this page (R27). */
export const replyDraft = createDraftStore();

/** The address names a draft if a thread has several. */
const draftIdInAddress = (): number | undefined =>
  Number(new URLSearchParams(location.search).get('draft')) || undefined;

/** Opens the thread's draft. User 0 is unknown yet; the text moves to the user later. */
export const openReplyDraft = (userId: number, threadId: number): void =>
  void replyDraft.open(userId, { threadId, postId: 0 }, { id: draftIdInAddress() });
