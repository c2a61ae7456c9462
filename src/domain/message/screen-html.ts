import { type Finding, type Listed, replacements, type Screen } from './screening.ts';
import { isElement, isText, type ParentNode, type TextNode } from './tree.ts';

/** Elements that end a line: no word goes on behind them. */
const BLOCK =
  /^(p|div|li|h[1-6]|pre|blockquote|tr|td|th|br|hr|dt|dd|figure|figcaption|caption|table|ul|ol|dl|details|summary|img|video|iframe)$/;

interface Piece {
  node: TextNode;
  start: number;
}

/** The text of all nodes in a row, lines parted, and where each node's begins. */
function gather(root: ParentNode): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  let text = '';
  const visit = (node: ParentNode): void => {
    for (const child of node.childNodes) {
      if (isText(child)) {
        pieces.push({ node: child, start: text.length });
        text += child.value;
      } else if (isElement(child)) {
        const block = BLOCK.test(child.tagName);
        if (block) text += '\n';
        visit(child);
        if (block) text += '\n';
      }
    }
  };
  visit(root);
  return { text, pieces };
}

/**
 * The part of a replaced word that stands in this node goes; the replacement stands where the word
 * began.
 */
function replaceIn({ node, start }: Piece, found: readonly Finding[]): void {
  const { value } = node;
  let made = '';
  let at = 0;
  for (const one of found) {
    const from = Math.max(0, one.start - start);
    const to = Math.min(value.length, one.end - start);
    if (to <= from || from < at) continue;
    made += value.slice(at, from) + (one.start >= start ? one.listed.replacement : '');
    at = to;
  }
  if (at > 0) node.value = made + value.slice(at);
}

/**
 * Replaces in text nodes what is to be replaced, markup stays; returns all listed words that were
 * found.
 */
export function screenHtml(root: ParentNode, screen: Screen): Listed[] {
  const { text, pieces } = gather(root);
  const findings = screen(text);
  const replaced = replacements(findings);
  if (replaced.length > 0) for (const piece of pieces) replaceIn(piece, replaced);
  return findings.map((found) => found.listed);
}
