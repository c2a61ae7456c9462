import { createKeeper } from './draft-keeper.ts';
import { bareText, type DraftContent, isBlankHtml, NEW_THREAD } from './draft-sheets.ts';

/* The thread that is being written on this page, new or changed (R27). */

/** Whether a message is empty, or still just the template that was put there. */
export const isUntouched = (html: string, template: string): boolean =>
  isBlankHtml(html) || (template !== '' && bareText(html) === bareText(template));

let worthless = (content: DraftContent): boolean =>
  isBlankHtml(content.html) && !content.subject?.trim() && !content.poll;

/**
 * Says what nobody would miss: a new thread with nothing in it but a template, or one that was
 * opened and not changed.
 */
export function setWorthless(rule: (content: DraftContent) => boolean): void {
  worthless = rule;
}

export const threadDraft = createKeeper((content) => worthless(content));

/** Milliseconds in which somebody who opens the page for a new thread again means to go on. */
const GOING_ON = 3_600_000;

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
    wants: ({ sheet }) =>
      (sheet.dirty || sheet.at > Date.now() - GOING_ON) &&
      (forumId === undefined || sheet.content.forumId === forumId),
  });

export const openEdit = (userId: number, threadId: number, postId: number): Promise<boolean> =>
  threadDraft.open(userId, { threadId, postId });
