import { type ChildNode, isElement, isText, type ParentNode } from './html-tree.ts';

/*
 * Writes a tree as HTML that every parser reads back as the same tree. Attributes are escaped as
 * today's browsers do it: `<` and `>` too, so that no attribute can be taken for markup by what
 * reads the text.
 */

const VOID_ELEMENTS = new Set(['br', 'hr', 'img', 'input', 'source', 'col']);
/** Their content is text for parsers, and messages have none. */
const EMPTY_ELEMENTS = new Set(['iframe']);

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['\u00a0', '&nbsp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
const escapeText = (value: string): string =>
  value.replace(/[&\u00a0<>]/g, (one) => ESCAPES.get(one) as string);
const escapeAttribute = (value: string): string =>
  value.replace(/[&\u00a0<>"]/g, (one) => ESCAPES.get(one) as string);

function writeNode(node: ChildNode, out: string[]): void {
  if (isText(node)) {
    out.push(escapeText(node.value));
    return;
  }
  if (!isElement(node)) return;
  const { tagName, attrs, childNodes } = node;
  out.push('<', tagName);
  for (const { name, value } of attrs) out.push(' ', name, '="', escapeAttribute(value), '"');
  out.push('>');
  if (VOID_ELEMENTS.has(tagName)) return;
  if (!EMPTY_ELEMENTS.has(tagName)) {
    const first = childNodes[0];
    // Parsers drop one line break at the beginning of a <pre>.
    if (tagName === 'pre' && first && isText(first) && first.value.startsWith('\n')) out.push('\n');
    for (const child of childNodes) writeNode(child, out);
  }
  out.push('</', tagName, '>');
}

export function serializeTree(parent: ParentNode): string {
  const out: string[] = [];
  for (const child of parent.childNodes) writeNode(child, out);
  return out.join('');
}
