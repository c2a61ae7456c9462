import { bareText, type DraftContent, isBlankHtml, NEW_THREAD } from './draft-sheets.ts';
import { createKeeper } from './draft-keeper.ts';

/* The thread that is being written on this page, new or changed (R27). */

let template = '';

/** What a theme puts into an empty message: with nothing added to it nobody misses it. */
export const setTemplate = (html: string): void => void (template = html);

/** Whether a message is empty, or still just the template that was put there. */
export const isUntouched = (html: string, of = template): boolean => isBlankHtml(html) || (of !== '' && bareText(html) === bareText(of));

const worthless = ({ html, subject, poll }: DraftContent): boolean => isUntouched(html) && !subject?.trim() && !poll;

export const threadDraft = createKeeper(worthless);

/** Milliseconds in which somebody who opens the page for a new thread again means to go on. */
const GOING_ON = 3_600_000;

/**
 * Takes up a new thread: the draft with this number, or what was left behind a moment ago, or never reached the server.
 * False when there is nothing to go on with.
 */
export const openNewThread = (userId: number, { id, forumId }: { id?: number | undefined; forumId?: number | undefined }): Promise<boolean> =>
  threadDraft.open(userId, NEW_THREAD, {
    id,
    wants: ({ sheet }) => (sheet.dirty || sheet.at > Date.now() - GOING_ON) && (forumId === undefined || sheet.content.forumId === forumId),
  });

export const openEdit = (userId: number, threadId: number, postId: number): Promise<boolean> => threadDraft.open(userId, { threadId, postId });
