import { type DraftContent, isBlankHtml, NEW_THREAD, textWithoutSpace } from './draft-records.ts';
import { createDraftStore } from './draft-store.ts';

/* The draft of the thread on this page, new or edited (R27). */

/** Whether a message is empty, or still the template. */
export const isUntouched = (html: string, template: string): boolean =>
  isBlankHtml(html) || (template !== '' && textWithoutSpace(html) === textWithoutSpace(template));

let isWorthless = (content: DraftContent): boolean =>
  isBlankHtml(content.html) && !content.subject?.trim() && !content.poll;

/**
 * Whether a draft needn't be kept: a new thread with nothing but a template, or an edited one
 * without a change.
 */
export function setWorthlessRule(rule: (content: DraftContent) => boolean): void {
  isWorthless = rule;
}

export const threadDraft = createDraftStore((content) => isWorthless(content));

/**
 * Milliseconds after which opening the page for a new thread begins a new draft instead of the last
 * one.
 */
const RESUME_WINDOW_MS = 3_600_000;

/**
 * Opens the draft of a new thread: the one of this id, else one that was left a moment ago or never
 * reached the server; not one that waits to be sent. False when there is none.
 */
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
