import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';

/*
 * Some of what pages say gets old without a write that orders them anew: counts beside a thread's name in the middle of its
 * pages, how many years somebody is a member, which threads are the liveliest beside this one, who helped in the last
 * thirty days. Rendering each page for each of them would cost more than they are worth.
 */

/** Classes of the parts that are chosen by what is lively now. */
const CHOSEN = ['related', 'helpers'];

type Node = DefaultTreeAdapterTypes.Node;

const isChosen = (node: Node): boolean => 'attrs' in node && node.attrs.some(({ name, value }) => name === 'class' && value.split(/\s+/).some((one) => CHOSEN.includes(one)));

function withoutDrift(node: Node): void {
  if (node.nodeName === '#text') (node as DefaultTreeAdapterTypes.TextNode).value = (node as DefaultTreeAdapterTypes.TextNode).value.replace(/\d[\d,.]*/g, '#');
  if (!('childNodes' in node)) return;
  node.childNodes = node.childNodes.filter((child) => !isChosen(child));
  for (const child of node.childNodes) withoutDrift(child);
}

/** What must be as the database says: a page without the numbers in its text, and without what is chosen by them. */
export function essenceOf(html: string): string {
  const document = parse(html);
  withoutDrift(document);
  return serialize(document);
}
