import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  html,
  serialize,
  type DefaultTreeAdapterTypes as Tree,
  type TreeAdapter,
} from 'parse5';

/*
 * A message as parse5's tree of plain objects: a tenth of the cost of a DOM, and nothing of it
 * stays in memory.
 */

export type Element = Tree.Element;
export type TextNode = Tree.TextNode;
export type ParentNode = Tree.ParentNode;
export type ChildNode = Tree.ChildNode;

export const isElement = (node: Tree.Node): node is Element => 'tagName' in node;
export const isText = (node: Tree.Node): node is TextNode => node.nodeName === '#text';

export const getAttribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((attr) => attr.name === name)?.value;

export function removeAttributes(element: Element, ...names: readonly string[]): void {
  element.attrs = element.attrs.filter((attr) => !names.includes(attr.name));
}

/** Changes existing attributes in position, and appends new ones. */
export function setAttributes(element: Element, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) {
    const present = element.attrs.find((attr) => attr.name === name);
    if (present) present.value = value;
    else element.attrs.push({ name, value });
  }
}

/** Moves generated attributes to the end, so that repeated sanitizing gives the same order. */
export function setAttributesLast(
  element: Element,
  values: Readonly<Record<string, string>>,
): void {
  removeAttributes(element, ...Object.keys(values));
  setAttributes(element, values);
}

export const createText = (value: string): TextNode => defaultTreeAdapter.createTextNode(value);

export function createElement(
  tagName: string,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly ChildNode[] = [],
): Element {
  const element = defaultTreeAdapter.createElement(
    tagName,
    html.NS.HTML,
    Object.entries(attributes).map(([name, value]) => ({ name, value })),
  );
  setChildren(element, children);
  return element;
}

export function setChildren(parent: ParentNode, children: readonly ChildNode[]): void {
  parent.childNodes = [...children];
  for (const child of children) child.parentNode = parent;
}

export function renameElement(element: Element, tagName: string): void {
  element.tagName = tagName;
  element.nodeName = tagName;
}

/** Replaces a node by others; without others it is removed. */
export function replaceNode(node: ChildNode, ...others: readonly ChildNode[]): void {
  const parent = node.parentNode;
  if (!parent) return;
  parent.childNodes.splice(parent.childNodes.indexOf(node), 1, ...others);
  for (const other of others) other.parentNode = parent;
  node.parentNode = null;
}

/** Descendants in document order, collected first so that the tree may be changed meanwhile. */
export function findElements(root: ParentNode, ...tagNames: readonly string[]): Element[] {
  const found: Element[] = [];
  const visit = (parent: ParentNode): void => {
    for (const child of parent.childNodes) {
      if (!isElement(child)) continue;
      if (tagNames.length === 0 || tagNames.includes(child.tagName)) found.push(child);
      visit(child);
    }
  };
  visit(root);
  return found;
}

export function getText(parent: ParentNode): string {
  let text = '';
  for (const child of parent.childNodes) {
    if (isText(child)) text += child.value;
    else if (isElement(child)) text += getText(child);
  }
  return text;
}

const messageAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
  ...defaultTreeAdapter,
  // Parsers read the content of frames as text; messages have none.
  getChildNodes: (node) => (node.nodeName === 'iframe' ? [] : node.childNodes),
  // Parsers drop one line break at the beginning of a <pre>.
  getTextNodeContent: (node) =>
    node.value.startsWith('\n') &&
    node.parentNode?.nodeName === 'pre' &&
    node.parentNode.childNodes[0] === node
      ? `\n${node.value}`
      : node.value,
};

/**
 * HTML that every parser reads back as the same tree. parse5 escapes `<` and `>` in attributes too,
 * so none can be read as markup. hast-util-to-html doesn't, and is ten times slower.
 */
export const serializeTree = (parent: ParentNode): string =>
  serialize(parent, { treeAdapter: messageAdapter });
