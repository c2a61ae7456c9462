import { type DraftContent, isBlankHtml, NEW_THREAD, textWithoutSpace } from './draft-records.ts';
import { createDraftStore } from './draft-store.ts';

/* The draft of the thread on this page, new or edited (R27). */

/** Whether a message is empty or equals the template. */
export const isUntouched = (html: string, template: string): boolean =>
  isBlankHtml(html) || (template !== '' && textWithoutSpace(html) === textWithoutSpace(template));

let isWorthless = (content: DraftContent): boolean =>
  isBlankHtml(content.html) && !content.subject?.trim() && !content.poll;

/** Sets which drafts aren't stored: a bare template, or an edit without changes. */
export function setWorthlessRule(rule: (content: DraftContent) => boolean): void {
  isWorthless = rule;
}

export const threadDraft = createDraftStore((content) => isWorthless(content));

/** The last draft is resumed within this time; later the page begins a new one. */
const RESUME_WINDOW_MS = 3_600_000;

/** Opens this id's draft, else a recent or unsaved one outside the outbox; false for none. */
export const openNewThread = (
  userId: number,
  { id, forumId }: { id?: number | undefined; forumId?: number | undefined },
): Promise<boolean> =>
  threadDraft.open(userId, NEW_THREAD, {
    id,
    accepts: ({ record }) =>
      record.outbox === undefined &&
      (record.dirty || record.at > Date.now() - RESUME_WINDOW_MS) &&
      (forumId === undefined || record.content.forumId === forumId),
  });

export const openThreadEdit = (
  userId: number,
  threadId: number,
  postId: number,
): Promise<boolean> => threadDraft.open(userId, { threadId, postId });
