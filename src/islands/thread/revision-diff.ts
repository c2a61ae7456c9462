import { diffArrays } from 'diff';
import { parseHtml } from '#client/core/trusted-types.ts';

/* Differences between versions by words; a segmenter finds those of Chinese. */

export interface DiffPiece {
  text: string;
  kind: 'same' | 'added' | 'removed';
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const splitWords = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Milliseconds after which two texts count as entirely different. */
const DIFF_TIMEOUT_MS = 800;

/** The pieces of both texts in order, with adjacent pieces of one kind joined. */
export function diffWords(before: string, after: string): DiffPiece[] {
  const parts = diffArrays(splitWords(before), splitWords(after), { timeout: DIFF_TIMEOUT_MS });
  if (!parts)
    return [
      { text: before, kind: 'removed' as const },
      { text: after, kind: 'added' as const },
    ].filter(({ text }) => text !== '');
  return parts.map(({ value, added, removed }) => ({
    text: value.join(''),
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }));
}

const BLOCK_TAGS = /^(P|DIV|LI|H[1-6]|PRE|BLOCKQUOTE|TR|DT|DD|FIGCAPTION|TABLE|UL|OL|HR)$/;

function collectText(node: Node, out: string[]): void {
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) out.push(child.nodeValue ?? '');
    if (!(child instanceof Element)) continue;
    if (child.matches('br')) out.push('\n');
    else if (child.matches('img, video, iframe'))
      out.push(`[${child.getAttribute('alt') || child.getAttribute('src') || ''}]`);
    else {
      const block = BLOCK_TAGS.test(child.nodeName);
      if (block) out.push('\n');
      collectText(child, out);
      if (block) out.push('\n');
    }
  }
}

/** HTML as lines of text. */
export function htmlToLines(html: string): string {
  const out: string[] = [];
  collectText(parseHtml(html), out);
  return out
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
