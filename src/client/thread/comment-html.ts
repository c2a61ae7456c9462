import { escapeHtml } from '#contracts/escape-html.ts';
import { MAX_COMMENT_CHARACTERS } from '#contracts/limits.ts';
import { isMentionStart, isNameAt } from '../composer/mention-name.ts';
import type { CommentDraft, MentionedUser } from './comments.ts';

/* A comment's message, loaded with the comment form. */

/** Splits a text at its mentions: the longest whole name after the @ wins. */
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

export const mentionedUsers = (draft: CommentDraft): MentionedUser[] => [
  ...new Set(splitAtMentions(draft).filter((part) => typeof part !== 'string')),
];

/** One paragraph per line that isn't empty. */
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

/** The server counts the characters of the HTML. */
export const charactersLeft = (draft: CommentDraft): number =>
  MAX_COMMENT_CHARACTERS - commentHtml(draft).length;
