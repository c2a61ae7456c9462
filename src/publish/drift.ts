import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';
import { parsePath } from '#contracts/paths.ts';

/*
 * Some of what pages say gets old without a write that orders them anew: counts beside a thread's
 * name in the middle of its pages, what an author wrote elsewhere, how many years somebody is a
 * member, which threads are the liveliest beside this one, who helped in the last thirty days.
 * Rendering each page for each of them would cost more than they are worth. Only these parts may
 * differ; anywhere else, and in all that people wrote, a number is as good as a word.
 */

/** Classes of the parts that are chosen by what is lively now. */
const CHOSEN = ['related', 'helpers'];

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: Node | null | undefined): node is Element =>
  node !== null && node !== undefined && 'tagName' in node;
const attribute = (element: Element, name: string): string =>
  element.attrs.find((one) => one.name === name)?.value ?? '';
const classesOf = (element: Element): string[] => attribute(element, 'class').split(/\s+/);
const isChosen = (node: Node): node is Element =>
  isElement(node) && classesOf(node).some((one) => CHOSEN.includes(one));

/**
 * Whether the numbers in an element get old: a thread's facts, the heading of its replies, an
 * author's numbers and years.
 */
function getsOld(element: Element): boolean {
  const classes = classesOf(element);
  if (
    classes.includes('facts') ||
    (classes.includes('num') && ['h2', 'dl'].includes(element.tagName)) ||
    attribute(element, 'href') === '#replies'
  )
    return true;
  const around = isElement(element.parentNode) ? element.parentNode.parentNode : undefined;
  return classes.includes('meta') && isElement(around) && classesOf(around).includes('person');
}

function withoutDrift(node: Node, old: boolean): void {
  if (old && node.nodeName === '#text')
    (node as DefaultTreeAdapterTypes.TextNode).value = (
      node as DefaultTreeAdapterTypes.TextNode
    ).value.replace(/\d[\d,.]*/g, '#');
  if (!('childNodes' in node)) return;
  node.childNodes = node.childNodes.filter((child) => !isChosen(child));
  for (const child of node.childNodes)
    withoutDrift(child, old || (isElement(child) && getsOld(child)));
}

/**
 * What must be as the database says: a page without the numbers that get old, and without what is
 * chosen by them.
 */
export function essenceOf(html: string): string {
  const document = parse(html);
  withoutDrift(document, false);
  return serialize(document);
}

function* linksOf(node: Node, chosen: boolean): Generator<string> {
  if (chosen && isElement(node)) yield attribute(node, 'href');
  for (const child of 'childNodes' in node ? node.childNodes : [])
    yield* linksOf(child, chosen || isChosen(child));
}

/**
 * Threads that a page names among what is lively: whichever they are, they must be there for
 * everybody.
 */
export function chosenThreads(html: string): number[] {
  const places = [...linksOf(parse(html), false)].map((href) => parsePath(href)?.rest ?? []);
  return places.flatMap(([kind, id]) => (kind === 'post' && id ? [Number(id)] : []));
}
