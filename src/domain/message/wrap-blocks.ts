import {
  type ChildNode,
  createElement,
  type Element,
  findElements,
  getAttribute,
  isElement,
  isText,
  type ParentNode,
  removeAttributes,
  renameElement,
  replaceNode,
  setChildren,
} from './html-tree.ts';

/*
 * The boxes that our styles need around code and tables: made in the tree of a message, before it
 * is written as HTML.
 */

const LANGUAGE_CLASS = /^language-([\w+#-]{1,30})$/;

const getClass = (element: Element): string => getAttribute(element, 'class') ?? '';

/**
 * The language of a block of code, lower case; undefined for code within a line, or of no language.
 */
export function getCodeLanguage(code: Element): string | undefined {
  const parent = code.parentNode;
  if (!parent || !isElement(parent) || parent.tagName !== 'pre') return undefined;
  return LANGUAGE_CLASS.exec(getClass(code))?.[1]?.toLowerCase();
}

/**
 * Takes away boxes that stand in what was sent: it was copied from a page, or is what we made
 * before.
 */
export function unwrapBlocks(root: ParentNode): void {
  for (const wrapper of findElements(root, 'div')) {
    removeAttributes(wrapper, 'data-language');
    if (
      /(?:^|\s)(?:code|wide)(?:\s|$)/.test(getClass(wrapper)) &&
      findElements(wrapper, 'pre', 'table').length > 0
    )
      replaceNode(wrapper, ...wrapper.childNodes);
  }
}

const isBlank = (node: ChildNode): boolean => isText(node) && node.value.trim() === '';

/** The element that holds a block's code; what isn't in one is put into one. */
function ensureCodeElement(pre: Element): Element {
  const nonBlankChildren = pre.childNodes.filter((child) => !isBlank(child));
  const [only] = nonBlankChildren;
  const code =
    nonBlankChildren.length === 1 && only && isElement(only) && only.tagName === 'code'
      ? only
      : createElement('code', {}, pre.childNodes);
  setChildren(pre, [code]);
  return code;
}

/**
 * Puts code into a box that can name its language and carry a button, and tables into one that
 * scrolls.
 */
export function wrapBlocks(root: ParentNode): void {
  for (const pre of findElements(root, 'pre')) {
    const language = LANGUAGE_CLASS.exec(getClass(ensureCodeElement(pre)))?.[1];
    const wrapper = createElement('div', {
      class: 'code',
      ...(language ? { 'data-language': language } : {}),
    });
    replaceNode(pre, wrapper);
    setChildren(wrapper, [pre]);
  }
  for (const table of findElements(root, 'table')) {
    const wrapper = createElement('div', { class: 'wide' });
    replaceNode(table, wrapper);
    setChildren(wrapper, [table]);
  }
  // A corner that heads nothing is no heading.
  for (const cell of findElements(root, 'th')) {
    if (cell.childNodes.length > 0) continue;
    removeAttributes(cell, 'scope');
    renameElement(cell, 'td');
  }
}
