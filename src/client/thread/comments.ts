import { atom, map } from 'nanostores';
import { MAX_PAGE_SIZE } from '#contracts/limits.ts';
import { call } from '../core/api.ts';
import { readSavedText, savedTextKey, saveText } from '../drafts/saved-text.ts';
import { type LoadedComment, toComment } from './comment-from-wire.ts';

/* Comments under replies (R24) that the published page lacks, and the comment being written. */

export interface CommentChanges {
  /** All comments, once loaded. */
  all?: readonly LoadedComment[] | undefined;
  /** Posted on this page, oldest first. */
  written: readonly LoadedComment[];
  /** Deleted on this page. */
  removedIds: readonly number[];
  /** Edited on this page, in their current form. */
  edited: readonly LoadedComment[];
}

export const NO_CHANGES: CommentChanges = { written: [], removedIds: [], edited: [] };

/** By the reply's id. */
export const $comments = map<Record<number, CommentChanges>>({});

export const commentChangesOf = (postId: number): CommentChanges =>
  $comments.get()[postId] ?? NO_CHANGES;
export const updateComments = (postId: number, part: Partial<CommentChanges>): void =>
  $comments.setKey(postId, { ...commentChangesOf(postId), ...part });

/** Throws Failure. */
export async function loadComments(postId: number): Promise<void> {
  const all: LoadedComment[] = [];
  for (let offset = 0; ; offset++) {
    const { data, total_count } = await call('GET /v1/thread/post/comment', {
      query: { post_id: postId, offset, limit: MAX_PAGE_SIZE },
    });
    all.push(...data.map(toComment));
    if (all.length >= total_count || data.length === 0) break;
  }
  updateComments(postId, { all });
}

export interface MentionedUser {
  id: number;
  nickname: string;
}

export interface CommentDraft {
  text: string;
  /** Users who were answered; those whose @name is still in the text are notified. */
  answered: readonly MentionedUser[];
}

const savedName = (postId: number): string => `c${postId}`;

export const savedCommentKey = (userId: number, postId: number): string =>
  savedTextKey(userId, savedName(postId));

/** The unsent comment on a post, stored in this browser. */
export const readSavedComment = (userId: number, postId: number): CommentDraft => ({
  text: '',
  answered: [],
  ...readSavedText<CommentDraft>(userId, savedName(postId)),
});

export const saveComment = (userId: number, postId: number, draft: CommentDraft): void =>
  saveText(userId, savedName(postId), draft.text.trim() ? draft : undefined);

/** `key`: a featured reply is on its page twice. `sendsAtOnce`: submitted before loading. */
export const $commentForm = atom<
  | { key: string; postId: number; answers?: MentionedUser | undefined; sendsAtOnce?: boolean }
  | undefined
>(undefined);

export const removeFromPage = (postId: number, id: number): void =>
  updateComments(postId, { removedIds: [...commentChangesOf(postId).removedIds, id] });

/** Deletes the reader's own comment. Throws Failure. */
export async function deleteComment(postId: number, id: number): Promise<void> {
  await call('DELETE /v1/post/comment', { query: { id } });
  removeFromPage(postId, id);
}
