import { parseHtml } from '#client/core/trusted-types.ts';
import type { MediaWords } from '#contracts/media-words.ts';
import { firstCharacters } from '#contracts/truncate-text.ts';

/** Characters of a quoted reply, as on published pages. */
const QUOTE_CHARACTERS = 120;

/** Elements whose end separates words. */
const BREAKS = /<(?:br|\/p|\/li|\/h\d|\/pre|\/blockquote|\/td)\b/g;

/** Text as on published pages: stickers are their sign; a message of pictures is a word. */
function elementText(element: Element | null, words: MediaWords): string {
  const copy = element?.cloneNode(true) as Element | undefined;
  for (const sticker of copy?.querySelectorAll<HTMLImageElement>('img.emoji') ?? [])
    sticker.replaceWith(sticker.alt);
  const text = (copy?.textContent ?? '').trim().replace(/\s+/gu, ' ');
  const media = copy?.querySelector('img, video, iframe')?.localName;
  if (text !== '' || media === undefined) return text;
  return media === 'img' ? words.picture : words.video;
}

/** The start of a quoted message. */
export const quoteExcerpt = (prose: Element | null, words: MediaWords): string =>
  firstCharacters(elementText(prose, words), QUOTE_CHARACTERS);

/** The start of a message as one line of at most `limit` characters, with … if shortened. */
export function htmlExcerpt(html: string, limit: number, words: MediaWords): string {
  if (html === '') return '';
  const spaced = html.replace(BREAKS, ' $&');
  const text = elementText(parseHtml(spaced), words);
  const beginning = firstCharacters(text, limit);
  return beginning === text ? text : `${beginning}…`;
}
