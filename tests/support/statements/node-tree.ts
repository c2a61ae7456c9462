/* PostgreSQL's text of an analyzed query, as objects. */

export type Item = string | Node | Item[];

/** A node such as `{VAR :varno 1 :varattno 2}`; null fields are the string `<>`. */
export interface Node {
  tag: string;
  [field: string]: Item;
}

export const isNode = (item: Item | undefined): item is Node =>
  typeof item === 'object' && !Array.isArray(item);

/** The nodes of a list; none for a null list. */
export const nodesOf = (item: Item | undefined): Node[] =>
  Array.isArray(item) ? item.filter(isNode) : isNode(item) ? [item] : [];

/** The node at an index of a list with nulls. */
export function nodeAt(item: Item | undefined, index: number): Node | undefined {
  const found = Array.isArray(item) ? item[index] : undefined;
  return isNode(found) ? found : undefined;
}

/** The numbers of a set such as `(b 1 2)`. */
export const membersOf = (item: Item | undefined): string[] =>
  Array.isArray(item) ? (item.slice(1) as string[]) : [];

/** A name without its escapes; undefined if it is null. */
export const nameOf = (item: Item | undefined): string | undefined =>
  typeof item === 'string' && item !== '<>' ? item.replace(/\\([\s\S])/g, '$1') : undefined;

const TOKEN = /[(){}]|(?:\\[\s\S]|[^\s(){}\\])+/g;

export function parseNodeTree(text: string): Item {
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;
  const readNode = (): Node => {
    const node: Node = { tag: tokens[at++] as string };
    while (tokens[at] !== '}') {
      const field = (tokens[at++] as string).slice(1);
      const items: Item[] = [];
      while (tokens[at] !== '}' && !tokens[at]?.startsWith(':')) items.push(readItem());
      node[field] = items.length === 1 ? (items[0] as Item) : items;
    }
    at++;
    return node;
  };
  const readList = (): Item[] => {
    const items: Item[] = [];
    while (tokens[at] !== ')') items.push(readItem());
    at++;
    return items;
  };
  const readItem = (): Item => {
    const token = tokens[at++] as string;
    if (token === '(') return readList();
    return token === '{' ? readNode() : token;
  };
  return readItem();
}
