import { type Finding, type Listed, replacements, type Screen } from './screening.ts';

/** Elements that end a line: no word goes on behind them. */
const BLOCK = /^(P|DIV|LI|H[1-6]|PRE|BLOCKQUOTE|TR|TD|TH|BR|HR|DT|DD|FIGURE|FIGCAPTION|CAPTION|TABLE|UL|OL|DL|DETAILS|SUMMARY|IMG|VIDEO|IFRAME)$/;

interface Piece {
  node: Text;
  start: number;
}

/** The text of all nodes in a row, lines parted, and where each node's begins. */
function gather(root: Node): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  let text = '';
  const visit = (node: Node): void => {
    for (const child of node.childNodes) {
      if (child.nodeType === 3) {
        pieces.push({ node: child as Text, start: text.length });
        text += child.nodeValue ?? '';
      } else if (child.nodeType === 1) {
        const block = BLOCK.test(child.nodeName);
        if (block) text += '\n';
        visit(child);
        if (block) text += '\n';
      }
    }
  };
  visit(root);
  return { text, pieces };
}

/** The part of a replaced word that stands in this node goes; the replacement stands where the word began. */
function replaceIn({ node, start }: Piece, found: readonly Finding[]): void {
  const value = node.nodeValue ?? '';
  let made = '';
  let at = 0;
  for (const one of found) {
    const from = Math.max(0, one.start - start);
    const to = Math.min(value.length, one.end - start);
    if (to <= from || from < at) continue;
    made += value.slice(at, from) + (one.start >= start ? one.listed.replacement : '');
    at = to;
  }
  if (at > 0) node.nodeValue = made + value.slice(at);
}

/** Replaces in text nodes what is to be replaced, markup stays; returns all listed words that were found. */
export function screenHtml(root: Node, screen: Screen): Listed[] {
  const { text, pieces } = gather(root);
  const findings = screen(text);
  const replaced = replacements(findings);
  if (replaced.length > 0) for (const piece of pieces) replaceIn(piece, replaced);
  return findings.map((found) => found.listed);
}
