import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';
import { parsePath } from '#contracts/paths.ts';

/*
 * Parts of pages that may drift from the database: a thread's counts on later pages, an author's
 * other posts and years, active threads, top helpers. No write invalidates them, because
 * the renderings would cost too much.
 */

const ACTIVITY_CLASSES = ['related', 'helpers'];
/** A thread's likes and favourites, which phones have on each page. */
const REACTIONS_CLASS = 'reactions';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: Node | null | undefined): node is Element =>
  node !== null && node !== undefined && 'tagName' in node;
const getAttribute = (element: Element, name: string): string =>
  element.attrs.find((attr) => attr.name === name)?.value ?? '';
const getClasses = (element: Element): string[] => getAttribute(element, 'class').split(/\s+/);
const isChosenByActivity = (node: Node): node is Element =>
  isElement(node) && getClasses(node).some((one) => ACTIVITY_CLASSES.includes(one));

/** Whether an element's numbers may drift: a thread's counts, replies' heading, author figures. */
function hasDriftingNumbers(element: Element): boolean {
  const classes = getClasses(element);
  if (
    classes.includes('facts') ||
    classes.includes(REACTIONS_CLASS) ||
    (classes.includes('num') && ['h2', 'dl'].includes(element.tagName)) ||
    getAttribute(element, 'href') === '#replies'
  )
    return true;
  const grandparent = isElement(element.parentNode) ? element.parentNode.parentNode : undefined;
  return (
    classes.includes('meta') && isElement(grandparent) && getClasses(grandparent).includes('person')
  );
}

/** A number with the following word, whose plural depends on it. */
const NUMBER_PATTERN = /\d[\d,.]*(?:\s*\p{L}+)?/gu;

/** Whether an attribute may drift. Scripts read counts of replies, likes and favourites from it. */
const isDriftingAttribute = (element: Element, name: string): boolean =>
  name === 'data-total' ||
  (getClasses(element).includes(REACTIONS_CLASS) && name.startsWith('data-'));

/** Counts in the data for search engines (views/parts/json-ld.ts). */
const DRIFTING_DATA = ['interactionStatistic', 'agentInteractionStatistic'];

/** Removes drifting counts from a script's data. */
function removeDriftingData(script: Element): void {
  for (const text of script.childNodes as DefaultTreeAdapterTypes.TextNode[])
    text.value = JSON.stringify(JSON.parse(text.value), (key: string, value: unknown) =>
      DRIFTING_DATA.includes(key) ? undefined : value,
    );
}

function removeDrift(node: Node, masksNumbers: boolean): void {
  if (isElement(node) && getAttribute(node, 'type') === 'application/ld+json') {
    removeDriftingData(node);
    return;
  }
  if (isElement(node))
    node.attrs = node.attrs.filter(({ name }) => !isDriftingAttribute(node, name));
  if (masksNumbers && node.nodeName === '#text')
    (node as DefaultTreeAdapterTypes.TextNode).value = (
      node as DefaultTreeAdapterTypes.TextNode
    ).value.replace(NUMBER_PATTERN, '#');
  if (!('childNodes' in node)) return;
  node.childNodes = node.childNodes.filter((child) => !isChosenByActivity(child));
  for (const child of node.childNodes)
    removeDrift(child, masksNumbers || (isElement(child) && hasDriftingNumbers(child)));
}

function* iterateElements(node: Node): Generator<Element> {
  if (isElement(node)) yield node;
  for (const child of 'childNodes' in node ? node.childNodes : []) yield* iterateElements(child);
}

/** Removes symbols that only removed parts used: icons and avatars of people. */
function removeUnusedSymbols(document: Node): void {
  const elements = [...iterateElements(document)];
  const used = new Set(
    elements.filter(({ tagName }) => tagName === 'use').map((one) => getAttribute(one, 'href')),
  );
  for (const element of elements)
    element.childNodes = element.childNodes.filter(
      (child) =>
        child.nodeName !== 'symbol' || used.has(`#${getAttribute(child as Element, 'id')}`),
    );
}

/** The page without the parts that may drift: the rest must equal the database. */
export function stripDrift(html: string): string {
  const document = parse(html);
  removeDrift(document, false);
  removeUnusedSymbols(document);
  return serialize(document);
}

/** Threads that a page lists as active: they must be public. */
export function findActivityThreadIds(html: string): number[] {
  const links = [...iterateElements(parse(html))]
    .filter(isChosenByActivity)
    .flatMap((part) => [...iterateElements(part)]);
  const pathSegments = links.map((link) => parsePath(getAttribute(link, 'href'))?.rest ?? []);
  return pathSegments.flatMap(([kind, id]) => (kind === 'post' && id ? [Number(id)] : []));
}
