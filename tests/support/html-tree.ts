import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/* Reads HTML as trees that can be compared. */

/** An element with its attributes in order of names and its children, or a text. */
export type Tree = string | { tag: string; attributes: Record<string, string>; children: Tree[] };
type TreeElement = Exclude<Tree, string>;

/** What may differ: gets each element, children first, and gives what stands in its place. */
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

/** Adjacent texts are one, as a browser shows them: white space is one blank. */
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
