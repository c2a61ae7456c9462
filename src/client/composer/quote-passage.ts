import { escapeAttribute, escapeHtml } from '#contracts/escape-html.ts';
import { replyAnchor } from '#contracts/paths.ts';
import { replyDraft } from '../drafts/reply-draft.ts';
import { openComposer } from './composer.ts';

/** Maximum length of a quoted passage. */
const MAX_PASSAGE_CHARACTERS = 2_000;

/** A line of a passage, or a part of a code block with its indentation. */
export interface PassageBlock {
  text: string;
  /** The code's language, or ''. */
  language?: string;
}

export interface Passage {
  threadId: number;
  /** Undefined for the first post. */
  reply: { id: number; floor: number } | undefined;
  authorId: number;
  nickname: string;
  blocks: readonly PassageBlock[];
}

/** Elements that begin a new line. */
const BLOCK_TAGS =
  /^(?:P|DIV|BLOCKQUOTE|UL|OL|LI|TABLE|TBODY|THEAD|TR|H[1-6]|DL|DT|DD|FIGURE|FIGCAPTION|DETAILS|SUMMARY|HR|BR)$/;

const languageOf = (pre: Element | null): string =>
  /(?:^|\s)language-([\w+#.-]+)/.exec(pre?.querySelector('code')?.className ?? '')?.[1] ?? '';

/** The blocks that are selected within a post's text. */
export function readPassage(range: Range): PassageBlock[] {
  const { commonAncestorContainer: within } = range;
  const pre = (within instanceof Element ? within : within.parentElement)?.closest('pre') ?? null;
  if (pre) return [{ text: range.toString(), language: languageOf(pre) }];
  const blocks: PassageBlock[] = [];
  let line = '';
  const endLine = () => {
    const text = line.replace(/\s+/g, ' ').trim();
    if (text) blocks.push({ text });
    line = '';
  };
  const read = (node: Node): void => {
    const { nodeName, childNodes, textContent } = node;
    if (node.nodeType === Node.TEXT_NODE) line += textContent;
    else if (nodeName === 'BUTTON') return;
    else if (nodeName === 'PRE') {
      endLine();
      blocks.push({ text: textContent ?? '', language: languageOf(node as Element) });
    } else {
      const isBlock = BLOCK_TAGS.test(nodeName);
      if (isBlock) endLine();
      for (const child of childNodes) read(child);
      if (isBlock) endLine();
      if (nodeName === 'TD' || nodeName === 'TH') line += ' ';
    }
  };
  read(range.cloneContents());
  endLine();
  return blocks.filter(({ text }) => text.trim() !== '');
}

function cutPassage(blocks: readonly PassageBlock[]): PassageBlock[] {
  let charactersLeft = MAX_PASSAGE_CHARACTERS;
  return blocks.flatMap((block) => {
    const text = block.text.slice(0, charactersLeft);
    charactersLeft -= text.length;
    return text === '' ? [] : [{ ...block, text }];
  });
}

function blockToHtml({ text, language }: PassageBlock): string {
  if (language === undefined) return `<p>${escapeHtml(text)}</p>`;
  const name = language && ` class="language-${escapeAttribute(language)}"`;
  const lines = text.trimEnd().replace(/^\n+/, '');
  return `<pre><code${name}>${escapeHtml(lines)}</code></pre>`;
}

/** The quote in a message, then an empty line. The mention notifies the quoted author. */
function passageToHtml({ threadId, reply, authorId, nickname, blocks }: Passage): string {
  const name = `@${escapeHtml(nickname)}`;
  const mention = `<a class="mention" data-user-id="${authorId}" href="/user/${authorId}">${name}</a>`;
  const link = reply
    ? ` <a href="/post/${threadId}?postId=${reply.id}#${replyAnchor(reply.id)}">#${reply.floor}</a>`
    : '';
  const quoted = cutPassage(blocks).map(blockToHtml).join('');
  return `<blockquote><p>${mention}${link}</p>${quoted}</blockquote><p></p>`;
}

/** Opens the composer and appends the passage to the draft. */
export function quotePassage(passage: Passage): void {
  replyDraft.change({ html: replyDraft.$content.get().html + passageToHtml(passage) });
  openComposer(undefined, 'end');
}
