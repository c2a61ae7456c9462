import { type DraftContent, isBlankHtml, NEW_THREAD, textWithoutSpace } from './draft-records.ts';
import { createDraftStore } from './draft-store.ts';

/* The thread that is being written on this page, new or changed (R27). */

/** Whether a message is empty, or still just the template that was put there. */
export const isUntouched = (html: string, template: string): boolean =>
  isBlankHtml(html) || (template !== '' && textWithoutSpace(html) === textWithoutSpace(template));

let isWorthless = (content: DraftContent): boolean =>
  isBlankHtml(content.html) && !content.subject?.trim() && !content.poll;

/**
 * Says what nobody would miss: a new thread with nothing in it but a template, or one that was
 * opened and not changed.
 */
export function setWorthlessRule(rule: (content: DraftContent) => boolean): void {
  isWorthless = rule;
}

export const threadDraft = createDraftStore((content) => isWorthless(content));

/** Milliseconds in which somebody who opens the page for a new thread again means to go on. */
const RESUME_WINDOW_MS = 3_600_000;

/**
 * Takes up a new thread: the draft with this number, or what was left behind a moment ago, or never
 * reached the server. False when there is nothing to go on with.
 */
export const openNewThread = (
  userId: number,
  { id, forumId }: { id?: number | undefined; forumId?: number | undefined },
): Promise<boolean> =>
  threadDraft.open(userId, NEW_THREAD, {
    id,
    accepts: ({ record }) =>
      (record.dirty || record.at > Date.now() - RESUME_WINDOW_MS) &&
      (forumId === undefined || record.content.forumId === forumId),
  });

export const openThreadEdit = (
  userId: number,
  threadId: number,
  postId: number,
): Promise<boolean> => threadDraft.open(userId, { threadId, postId });
