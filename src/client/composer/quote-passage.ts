import { escapeHtml } from '#contracts/escape-html.ts';
import { replyAnchor } from '#contracts/paths.ts';
import { replyDraft } from '../drafts/reply-draft.ts';
import { openComposer } from './composer.ts';

/** Characters of a passage that are quoted. */
const MAX_PASSAGE_CHARACTERS = 2_000;

/** A part of a post that the reader has selected. */
export interface Passage {
  threadId: number;
  /** The reply that it is in; undefined for the first post. */
  reply: { id: number; floor: number } | undefined;
  authorId: number;
  nickname: string;
  text: string;
}

/**
 * The passage as it stands in a message, and an empty line to write on. The mention tells its
 * author.
 */
function passageToHtml({ threadId, reply, authorId, nickname, text }: Passage): string {
  const name = `@${escapeHtml(nickname)}`;
  const mention = `<a class="mention" data-user-id="${authorId}" href="/user/${authorId}">${name}</a>`;
  const link = reply
    ? ` <a href="/post/${threadId}?postId=${reply.id}#${replyAnchor(reply.id)}">#${reply.floor}</a>`
    : '';
  const lines = text
    .slice(0, MAX_PASSAGE_CHARACTERS)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`);
  return `<blockquote><p>${mention}${link}</p>${lines.join('')}</blockquote><p></p>`;
}

/** Opens the composer with the passage after what the draft has. */
export function quotePassage(passage: Passage): void {
  replyDraft.change({ html: replyDraft.$content.get().html + passageToHtml(passage) });
  openComposer(undefined, 'end');
}
