import { atom, map } from 'nanostores';
import { escapeHtml } from '#contracts/escape-html.ts';
import { MAX_COMMENT_CHARACTERS, MAX_PAGE_SIZE } from '#contracts/limits.ts';
import type { CommentWire } from '#contracts/wire/thread.ts';
import { withCaptcha } from '../captcha/solve-captcha.ts';
import { call } from '../client/api.ts';
import { isMentionStart, isNameAt } from '../composer/mention-name.ts';

/*
 * Comments under replies (R24): what the published page doesn't have of them, and the one that is
 * being written.
 */

/** What this page knows of the comments under one reply besides what was published. */
export interface CommentChanges {
  /** All of them, when they were asked for. */
  all?: readonly CommentWire[] | undefined;
  /** Written here, oldest first. */
  written: readonly CommentWire[];
  /** Ids of those that were taken away here. */
  removedIds: readonly number[];
}

const NO_CHANGES: CommentChanges = { written: [], removedIds: [] };

/** By the reply's id. */
export const $comments = map<Record<number, CommentChanges>>({});

export const commentChangesOf = (postId: number): CommentChanges =>
  $comments.get()[postId] ?? NO_CHANGES;
const updateComments = (postId: number, part: Partial<CommentChanges>): void =>
  $comments.setKey(postId, { ...commentChangesOf(postId), ...part });

interface CommentsReply {
  data: CommentWire[];
  total_count: number;
}

/** Brings all comments under a reply. Throws Failure. */
export async function loadComments(postId: number): Promise<void> {
  const all: CommentWire[] = [];
  for (let offset = 0; ; offset++) {
    const { data, total_count } = await call<CommentsReply>('/v1/thread/post/comment', {
      query: { post_id: postId, offset, limit: MAX_PAGE_SIZE },
    });
    all.push(...data);
    if (all.length >= total_count || data.length === 0) break;
  }
  updateComments(postId, { all });
}

/** Somebody who is spoken to. */
export interface MentionedUser {
  id: number;
  nickname: string;
}

export interface CommentDraft {
  text: string;
  /** Who was answered; those whose @name still stands in the text are told. */
  answered: readonly MentionedUser[];
}

/**
 * Where a comment is being written; a featured reply is on its page twice, `key` says which of the
 * two is meant.
 */
export const $commentForm = atom<
  { key: string; postId: number; answers?: MentionedUser | undefined } | undefined
>(undefined);

/**
 * Each @ with what is behind it, told apart: the longest name of those that stand there, and not
 * within a longer word.
 */
function splitAtMentions({ text, answered }: CommentDraft): (string | MentionedUser)[] {
  const byLength = [...answered].sort((one, other) => other.nickname.length - one.nickname.length);
  const pieces: (string | MentionedUser)[] = [];
  let plain = '';
  for (let at = 0; at < text.length; ) {
    const someone = isMentionStart(text, at)
      ? byLength.find(({ nickname }) => isNameAt(text, at + 1, nickname))
      : undefined;
    if (someone) pieces.push(plain, someone);
    plain = someone ? '' : plain + text[at];
    at += someone ? someone.nickname.length + 1 : 1;
  }
  return [...pieces, plain];
}

const mentionedUsers = (draft: CommentDraft): MentionedUser[] => [
  ...new Set(splitAtMentions(draft).filter((part) => typeof part !== 'string')),
];

/** The comment as it is sent: HTML, one paragraph for each line that isn't empty. */
export function commentHtml(draft: CommentDraft): string {
  const mentionedIds = new Set<number>();
  const html = splitAtMentions({ ...draft, text: draft.text.trim() }).map((part) => {
    if (typeof part === 'string') return escapeHtml(part);
    const name = `@${escapeHtml(part.nickname)}`;
    if (mentionedIds.has(part.id)) return name;
    mentionedIds.add(part.id);
    return `<span class="mention" data-user-id="${part.id}">${name}</span>`;
  });
  return html
    .join('')
    .split(/\n+/)
    .map((line) => `<p>${line}</p>`)
    .join('');
}

/** Characters that may still be written; the server counts the HTML. */
export const charactersLeft = (draft: CommentDraft): number =>
  MAX_COMMENT_CHARACTERS - commentHtml(draft).length;

/**
 * Writes a comment and shows it. Asks for a captcha where the server wants one (R32). Throws
 * Failure, CaptchaClosed.
 */
export async function sendComment(postId: number, draft: CommentDraft): Promise<CommentWire> {
  const body = {
    post_id: postId,
    message: commentHtml(draft),
    user_ids: mentionedUsers(draft).map(({ id }) => id),
  };
  const { data } = await withCaptcha('popup', (captcha) =>
    call<{ data: CommentWire }>('/v1/post/comment', { method: 'POST', body, captcha }),
  );
  updateComments(postId, { written: [...commentChangesOf(postId).written, data] });
  return data;
}

/** Takes a comment off the page. */
export const removeFromPage = (postId: number, id: number): void =>
  updateComments(postId, { removedIds: [...commentChangesOf(postId).removedIds, id] });

/** Takes one's own comment away. Throws Failure. */
export async function deleteComment(postId: number, id: number): Promise<void> {
  await call('/v1/post/comment', { method: 'DELETE', query: { id } });
  removeFromPage(postId, id);
}
