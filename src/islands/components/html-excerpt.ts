import { parseHtml } from '#client/core/trusted-types.ts';
import { firstCharacters } from '#contracts/truncate-text.ts';

/** Characters of a quoted reply that are shown, as on published pages. */
const QUOTE_CHARACTERS = 120;

/** Elements whose end separates words. */
const BREAKS = /<(?:br|\/p|\/li|\/h\d|\/pre|\/blockquote|\/td)\b/g;

/** Text as on published pages: a sticker is its sign. */
function elementText(element: Element | null): string {
  const copy = element?.cloneNode(true) as Element | undefined;
  for (const sticker of copy?.querySelectorAll<HTMLImageElement>('img.emoji') ?? [])
    sticker.replaceWith(sticker.alt);
  return (copy?.textContent ?? '').trim().replace(/\s+/gu, ' ');
}

/** The beginning of a quoted message. */
export const quoteExcerpt = (prose: Element | null): string =>
  firstCharacters(elementText(prose), QUOTE_CHARACTERS);

/**
 * The beginning of a message as one line of at most `limit` characters, with … where it goes on.
 */
export function htmlExcerpt(html: string, limit: number): string {
  if (html === '') return '';
  const spaced = html.replace(BREAKS, ' $&');
  const text = elementText(parseHtml(spaced));
  const beginning = firstCharacters(text, limit);
  return beginning === text ? text : `${beginning}…`;
}
