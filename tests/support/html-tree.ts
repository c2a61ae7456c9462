import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** An element with its attributes sorted by name and its children, or a text. */
export type Tree = string | { tag: string; attributes: Record<string, string>; children: Tree[] };
type TreeElement = Exclude<Tree, string>;

/** An allowed difference: gets each element, children first; returns its replacement. */
export type Allowance = (element: TreeElement) => Tree[] | undefined;

function simplify(
  node: DefaultTreeAdapterTypes.ChildNode,
  allowances: readonly Allowance[],
): Tree[] {
  if (node.nodeName === '#text') return [(node as DefaultTreeAdapterTypes.TextNode).value];
  if (!('tagName' in node)) return [];
  const element: TreeElement = {
    tag: node.tagName,
    attributes: Object.fromEntries(
      node.attrs
        .map(({ name, value }): [string, string] => [name.toLowerCase(), value])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    children: childrenOf(node, allowances),
  };
  for (const allow of allowances) {
    const instead = allow(element);
    if (instead) return instead;
  }
  return [element];
}

/** Joins adjacent texts and collapses white space, as a browser does. */
function childrenOf(
  node: { childNodes: DefaultTreeAdapterTypes.ChildNode[] },
  allowances: readonly Allowance[],
): Tree[] {
  const children: Tree[] = [];
  for (const child of node.childNodes.flatMap((one) => simplify(one, allowances))) {
    const last = children.at(-1);
    if (typeof child === 'string' && typeof last === 'string')
      children[children.length - 1] = last + child;
    else if (child !== '') children.push(child);
  }
  return children
    .map((one) => (typeof one === 'string' ? one.replace(/\s+/gu, ' ') : one))
    .filter((one) => one !== '');
}

export const readTree = (html: string, ...allowances: Allowance[]): Tree[] =>
  childrenOf(parseFragment(html), allowances);
