import type { Editor } from '@tiptap/core';
import { DOMParser, type Node as DocNode, type Fragment, type Schema } from '@tiptap/pm/model';
import { preserveSpacesOfLine } from '#client/composer/preserve-spaces.ts';
import { parseHtml } from '#client/core/trusted-types.ts';

/* Converts between the HTML of messages and the editor's document. */

const EDITOR_VERSION_ATTRIBUTES = ['data-vditor_version', 'data-weapp_version'] as const;

/** A message as an editor document. Tiptap's own parsing doesn't support Trusted Types. */
export const parseDocument = (html: string, schema: Schema): DocNode =>
  DOMParser.fromSchema(schema).parse(parseHtml(html));

/** HTML as content to insert at the cursor. */
export const parseFragment = (html: string, schema: Schema): Fragment =>
  DOMParser.fromSchema(schema).parseSlice(parseHtml(html)).content;

/** The element with which older editors wrap a whole message. */
export function findEditorWrapper(html: string): HTMLElement | undefined {
  const [only, ...more] = parseHtml(html).children;
  if (
    !only ||
    more.length > 0 ||
    !/^(DIV|SPAN)$/.test(only.tagName) ||
    !EDITOR_VERSION_ATTRIBUTES.some((name) => only.hasAttribute(name))
  )
    return undefined;
  return only.cloneNode(false) as HTMLElement;
}

/** Moves initial rows of header cells to a thead, and unwraps paragraphs in cells. */
function addTableHead(table: HTMLTableElement): void {
  const body = table.tBodies[0];
  const rows = [...(body?.rows ?? [])];
  const first = rows.findIndex((row) => [...row.cells].some((cell) => cell.tagName !== 'TH'));
  const heads = rows.slice(0, first < 0 ? 1 : first);
  if (heads.length > 0 && [...(heads[0]?.cells ?? [])].every((cell) => cell.tagName === 'TH')) {
    const head = table.ownerDocument.createElement('thead');
    head.append(...heads);
    body?.before(head);
    if (body?.rows.length === 0) body.remove();
  }
  for (const cell of table.querySelectorAll('td, th')) {
    cell.removeAttribute('style');
    for (const name of ['colspan', 'rowspan'])
      if (cell.getAttribute(name) === '1') cell.removeAttribute(name);
    const only = cell.children.length === 1 ? cell.firstElementChild : null;
    if (only?.tagName === 'P' && only.attributes.length === 0) only.replaceWith(...only.childNodes);
  }
  const { caption } = table.dataset;
  delete table.dataset.caption;
  if (caption !== undefined) table.createCaption().textContent = caption;
}

/** Whether the document has no text, picture or other visible content. */
function isBlankDocument(editor: Editor): boolean {
  let blank = true;
  editor.state.doc.descendants((node) => {
    if (
      (node.isText && node.text?.trim()) ||
      (node.isAtom && !node.isText && node.type.name !== 'hardBreak')
    )
      blank = false;
    return blank;
  });
  return blank;
}

const BLOCKS = 'p, li, td, th, h1, h2, h3, h4, h5, h6, blockquote, dt, dd, figcaption, summary';

/** Whether a page collapses a space at the start of a text, because of the text before it. */
function dropsFirstSpace(node: Text, before: Text | undefined): boolean {
  const block = node.parentElement?.closest(BLOCKS) ?? node.ownerDocument.body;
  const last = before && block.contains(before) ? before : undefined;
  const range = node.ownerDocument.createRange();
  if (last) range.setStartAfter(last);
  else range.setStart(block, 0);
  range.setEndBefore(node);
  const between = range.cloneContents();
  if (between.querySelector('br')) return true;
  return !between.querySelector('img, input') && (last?.data.endsWith(' ') ?? true);
}

/** Preserves the spaces that the editor shows, except in code blocks. */
function keepShownSpaces(body: HTMLElement): void {
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  let before: Text | undefined;
  for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
    if (node.parentElement?.closest('pre')) continue;
    node.data = preserveSpacesOfLine(node.data, dropsFirstSpace(node, before));
    before = node;
  }
}

/** The HTML to send; '' for an empty message. It omits pictures that aren't uploaded yet. */
export function toMessageHtml(editor: Editor, wrapper: HTMLElement | undefined): string {
  if (isBlankDocument(editor)) return '';
  const body = parseHtml(editor.getHTML());
  for (const image of body.querySelectorAll('img:not([src])')) image.remove();
  for (const table of body.querySelectorAll('table')) addTableHead(table);
  keepShownSpaces(body);
  for (const paragraph of [...body.children].reverse()) {
    if (paragraph.tagName !== 'P' || paragraph.childNodes.length > 0) break;
    paragraph.remove();
  }
  if (!wrapper) return body.innerHTML;
  const around = wrapper.cloneNode(false) as HTMLElement;
  around.append(...body.childNodes);
  return around.outerHTML;
}
