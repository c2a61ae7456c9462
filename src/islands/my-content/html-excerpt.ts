/** Characters of a post that a list shows. */
const EXCERPT_LENGTH = 200;

/**
 * The beginning of what somebody wrote, as text. The document that reads it is inert: nothing of it
 * is fetched or run.
 */
export function htmlToExcerpt(html: string): string {
  const spaced = html.replace(/<(?:br|\/p|\/li|\/h\d|\/pre|\/blockquote|\/td)\b/g, ' $&');
  const text = (new DOMParser().parseFromString(spaced, 'text/html').body.textContent ?? '')
    .trim()
    .replace(/\s+/gu, ' ');
  return text.length > EXCERPT_LENGTH ? `${[...text.slice(0, EXCERPT_LENGTH)].join('')}…` : text;
}
