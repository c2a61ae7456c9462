import { atom, map } from 'nanostores';
import { COMMENT_MAX, LIMIT_MAX } from '#contracts/limits.ts';
import type { CommentWire } from '#contracts/wire/thread.ts';
import { call } from './api.ts';
import { withCaptcha } from './captcha.ts';
import { callsSomebody, nameStandsAt } from './mention-name.ts';

/*
 * Comments under replies (R24): what the published page doesn't have of them, and the one that is
 * being written.
 */

/** What this page knows of the comments under one reply besides what was published. */
export interface Comments {
  /** All of them, when they were asked for. */
  all?: readonly CommentWire[] | undefined;
  /** Written here, oldest first. */
  own: readonly CommentWire[];
  /** Ids of those that were taken away here. */
  gone: readonly number[];
}

const NONE: Comments = { own: [], gone: [] };

/** By the reply's id. */
export const $comments = map<Record<number, Comments>>({});

export const commentsOf = (postId: number): Comments => $comments.get()[postId] ?? NONE;
const change = (postId: number, part: Partial<Comments>): void =>
  $comments.setKey(postId, { ...commentsOf(postId), ...part });

interface CommentsReply {
  data: CommentWire[];
  total_count: number;
}

/** Brings all comments under a reply. Throws Failure. */
export async function loadComments(postId: number): Promise<void> {
  const all: CommentWire[] = [];
  for (let offset = 0; ; offset++) {
    const { data, total_count } = await call<CommentsReply>('/v1/thread/post/comment', {
      query: { post_id: postId, offset, limit: LIMIT_MAX },
    });
    all.push(...data);
    if (all.length >= total_count || data.length === 0) break;
  }
  change(postId, { all });
}

/** Somebody who is spoken to. */
export interface Addressee {
  id: number;
  nickname: string;
}

export interface CommentDraft {
  text: string;
  /** Who was answered; those whose @name still stands in the text are told. */
  people: readonly Addressee[];
}

/**
 * Where a comment is being written; a featured reply is on its page twice, `key` says which of the
 * two is meant.
 */
export const $commenting = atom<
  { key: string; postId: number; answers?: Addressee | undefined } | undefined
>(undefined);

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
/**
 * Each @ with what is behind it, told apart: the longest name of those that stand there, and not
 * within a longer word.
 */
function parts({ text, people }: CommentDraft): (string | Addressee)[] {
  const byLength = [...people].sort((one, other) => other.nickname.length - one.nickname.length);
  const found: (string | Addressee)[] = [];
  let plain = '';
  for (let at = 0; at < text.length; ) {
    const someone = callsSomebody(text, at)
      ? byLength.find(({ nickname }) => nameStandsAt(text, at + 1, nickname))
      : undefined;
    if (someone) found.push(plain, someone);
    plain = someone ? '' : plain + text[at];
    at += someone ? someone.nickname.length + 1 : 1;
  }
  return [...found, plain];
}

const addressed = (draft: CommentDraft): Addressee[] => [
  ...new Set(parts(draft).filter((part) => typeof part !== 'string')),
];

/** The comment as it is sent: HTML, one paragraph for each line that isn't empty. */
export function commentHtml(draft: CommentDraft): string {
  const told = new Set<number>();
  const html = parts({ ...draft, text: draft.text.trim() }).map((part) => {
    if (typeof part === 'string') return escaped(part);
    const name = `@${escaped(part.nickname)}`;
    if (told.has(part.id)) return name;
    told.add(part.id);
    return `<span class="mention" data-user-id="${part.id}">${name}</span>`;
  });
  return html
    .join('')
    .split(/\n+/)
    .map((line) => `<p>${line}</p>`)
    .join('');
}

/** Characters that may still be written; the server counts the HTML. */
export const commentRoom = (draft: CommentDraft): number => COMMENT_MAX - commentHtml(draft).length;

/**
 * Writes a comment and shows it. Asks for a captcha where the server wants one (R32). Throws
 * Failure, CaptchaClosed.
 */
export async function sendComment(postId: number, draft: CommentDraft): Promise<CommentWire> {
  const body = {
    post_id: postId,
    message: commentHtml(draft),
    user_ids: addressed(draft).map(({ id }) => id),
  };
  const { data } = await withCaptcha('popup', (captcha) =>
    call<{ data: CommentWire }>('/v1/post/comment', { method: 'POST', body, captcha }),
  );
  change(postId, { own: [...commentsOf(postId).own, data] });
  return data;
}

/** Takes a comment off the page. */
export const dropComment = (postId: number, id: number): void =>
  change(postId, { gone: [...commentsOf(postId).gone, id] });

/** Takes one's own comment away. Throws Failure. */
export async function deleteComment(postId: number, id: number): Promise<void> {
  await call('/v1/post/comment', { method: 'DELETE', query: { id } });
  dropComment(postId, id);
}
