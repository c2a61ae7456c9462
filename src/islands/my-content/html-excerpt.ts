/** Characters of a post in a list. */
const EXCERPT_LENGTH = 200;

/**
 * The beginning of a message as text. It is parsed in an inert document: nothing is fetched or run.
 */
export function htmlToExcerpt(html: string): string {
  const spaced = html.replace(/<(?:br|\/p|\/li|\/h\d|\/pre|\/blockquote|\/td)\b/g, ' $&');
  const text = (new DOMParser().parseFromString(spaced, 'text/html').body.textContent ?? '')
    .trim()
    .replace(/\s+/gu, ' ');
  return text.length > EXCERPT_LENGTH ? `${[...text.slice(0, EXCERPT_LENGTH)].join('')}…` : text;
}
