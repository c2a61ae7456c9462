import { firstCharacters } from '#contracts/truncate-text.ts';

/** Characters of a quoted reply that are shown, as on published pages. */
const QUOTE_CHARACTERS = 120;

/** Elements whose end separates words. */
const BREAKS = /<(?:br|\/p|\/li|\/h\d|\/pre|\/blockquote|\/td)\b/g;

const elementText = (element: Element | null): string =>
  (element?.textContent ?? '').trim().replace(/\s+/gu, ' ');

/** The beginning of a quoted message. */
export const quoteExcerpt = (prose: Element | null): string =>
  firstCharacters(elementText(prose), QUOTE_CHARACTERS);

/**
 * The beginning of a message as one line of at most `limit` characters, with … where it goes on. It
 * is parsed in an inert document: nothing is fetched or run.
 */
export function htmlExcerpt(html: string, limit: number): string {
  if (html === '') return '';
  const spaced = html.replace(BREAKS, ' $&');
  const text = elementText(new DOMParser().parseFromString(spaced, 'text/html').body);
  const beginning = firstCharacters(text, limit);
  return beginning === text ? text : `${beginning}…`;
}
