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

/* Wrappers that our styles need around code and tables. */

const LANGUAGE_CLASS = /^language-([\w+#-]{1,30})$/;

const getClass = (element: Element): string => getAttribute(element, 'class') ?? '';

/** The language of a code block in lower case; undefined for inline code or without a language. */
export function getCodeLanguage(code: Element): string | undefined {
  const parent = code.parentNode;
  if (!parent || !isElement(parent) || parent.tagName !== 'pre') return undefined;
  return LANGUAGE_CLASS.exec(getClass(code))?.[1]?.toLowerCase();
}

/** Removes wrappers in the source: it was copied from a page, or is our own output. */
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

/** The `code` element of a block; wraps other content in a new one. */
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

/** Wraps code for its language label and button, and tables for scrolling. */
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
  // An empty corner cell is no heading.
  for (const cell of findElements(root, 'th')) {
    if (cell.childNodes.length > 0) continue;
    removeAttributes(cell, 'scope');
    renameElement(cell, 'td');
  }
}
