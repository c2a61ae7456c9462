import {
  attribute,
  type ChildNode,
  createElement,
  type Element,
  elementsOf,
  isElement,
  isText,
  type ParentNode,
  removeAttributes,
  replaceNode,
  setAttributes,
  setChildren,
} from './tree.ts';

/*
 * The boxes that our styles need around code and tables: made in the tree of a message, before it
 * is written as HTML.
 */

const LANGUAGE = /^language-([\w+#-]{1,30})$/;

const className = (element: Element): string => attribute(element, 'class') ?? '';

/**
 * The language of a block of code, lower case; undefined for code within a line, or of no language.
 */
export function languageOf(code: Element): string | undefined {
  const parent = code.parentNode;
  if (!parent || !isElement(parent) || parent.tagName !== 'pre') return undefined;
  return LANGUAGE.exec(className(code))?.[1]?.toLowerCase();
}

/**
 * Takes away boxes that stand in what was sent: it was copied from a page, or is what we made
 * before.
 */
export function unbox(root: ParentNode): void {
  for (const frame of elementsOf(root, 'div')) {
    removeAttributes(frame, 'data-language');
    if (
      /(?:^|\s)(?:code|wide)(?:\s|$)/.test(className(frame)) &&
      elementsOf(frame, 'pre', 'table').length > 0
    )
      replaceNode(frame, ...frame.childNodes);
  }
}

const isBlank = (node: ChildNode): boolean => isText(node) && node.value.trim() === '';

/** The element that holds a block's code; what isn't in one is put into one. */
function codeOf(pre: Element): Element {
  const filled = pre.childNodes.filter((child) => !isBlank(child));
  const [only] = filled;
  const code =
    filled.length === 1 && only && isElement(only) && only.tagName === 'code'
      ? only
      : createElement('code', {}, pre.childNodes);
  setChildren(pre, [code]);
  return code;
}

/**
 * Puts code into a box that can name its language and carry a button, and tables into one that
 * scrolls.
 */
export function box(root: ParentNode): void {
  for (const pre of elementsOf(root, 'pre')) {
    const language = LANGUAGE.exec(className(codeOf(pre)))?.[1];
    const frame = createElement('div', {
      class: 'code',
      ...(language ? { 'data-language': language } : {}),
    });
    replaceNode(pre, frame);
    setChildren(frame, [pre]);
  }
  for (const table of elementsOf(root, 'table')) {
    const frame = createElement('div', { class: 'wide' });
    replaceNode(table, frame);
    setChildren(frame, [table]);
  }
  // A corner that heads nothing is no heading.
  for (const cell of elementsOf(root, 'th')) {
    if (cell.childNodes.length > 0) continue;
    const plain = createElement('td');
    setAttributes(
      plain,
      Object.fromEntries(
        cell.attrs.filter(({ name }) => name !== 'scope').map(({ name, value }) => [name, value]),
      ),
    );
    replaceNode(cell, plain);
  }
}
