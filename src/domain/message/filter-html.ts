import { isElement, isText, type ParentNode, type TextNode } from './html-tree.ts';
import {
  chooseReplacements,
  type SensitiveWord,
  type WordFilter,
  type WordMatch,
} from './word-filter.ts';

/** Elements that end a line: no word continues across them. */
const BLOCK_ELEMENT =
  /^(p|div|li|h[1-6]|pre|blockquote|tr|td|th|br|hr|dt|dd|figure|figcaption|caption|table|ul|ol|dl|details|summary|img|video|iframe)$/;

interface TextPiece {
  node: TextNode;
  start: number;
}

/** The text of all nodes with line breaks at blocks, and the offset at which each node starts. */
function collectText(root: ParentNode): { text: string; pieces: TextPiece[] } {
  const pieces: TextPiece[] = [];
  let text = '';
  const visit = (node: ParentNode): void => {
    for (const child of node.childNodes) {
      if (isText(child)) {
        pieces.push({ node: child, start: text.length });
        text += child.value;
      } else if (isElement(child)) {
        const block = BLOCK_ELEMENT.test(child.tagName);
        if (block) text += '\n';
        visit(child);
        if (block) text += '\n';
      }
    }
  };
  visit(root);
  return { text, pieces };
}

/** Removes the part of each replaced word in this node; its first node gets the replacement. */
function replaceInPiece({ node, start }: TextPiece, found: readonly WordMatch[]): void {
  const { value } = node;
  let replacedText = '';
  let offset = 0;
  for (const match of found) {
    const from = Math.max(0, match.start - start);
    const to = Math.min(value.length, match.end - start);
    if (to <= from || from < offset) continue;
    replacedText +=
      value.slice(offset, from) + (match.start >= start ? match.sensitiveWord.replacement : '');
    offset = to;
  }
  if (offset > 0) node.value = replacedText + value.slice(offset);
}

/** Replaces listed words in text nodes, without changing markup; returns all words found. */
export function filterHtml(root: ParentNode, wordFilter: WordFilter): SensitiveWord[] {
  const { text, pieces } = collectText(root);
  const findings = wordFilter(text);
  const replaced = chooseReplacements(findings);
  if (replaced.length > 0) for (const piece of pieces) replaceInPiece(piece, replaced);
  return findings.map((found) => found.sensitiveWord);
}
