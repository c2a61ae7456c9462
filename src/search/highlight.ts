import type { Term } from './query.ts';

/* The text of a hit as HTML: matches in <em>, everything else escaped. */

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
const TAG = /<(?:[^>"']|"[^"]*"|'[^']*')*>/g;
const BLOCK_END = /<\/(?:p|div|li|h[1-6]|pre|blockquote|tr|td|th|dt|dd|figcaption)>|<br>/g;

/** Sanitized HTML as a reader sees it, white space folded. */
export const plainText = (html: string): string =>
  html
    .replace(BLOCK_END, ' ')
    .replace(TAG, '')
    .replace(/&(?:(amp|lt|gt|quot|nbsp)|#(\d+));/g, (_, name: string | undefined, code: string) => (name ? (ENTITIES[name] as string) : String.fromCodePoint(Number(code))))
    .replace(/\s+/gu, ' ')
    .trim();

const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;').replace(/'/g, '&#39;');
const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const HAN = /^\p{Script=Han}/u;
const letters = (token: string, open: boolean): string => `(?<![\\p{L}\\p{N}])${escapePattern(token)}${open ? '[\\p{L}\\p{N}]*' : '(?![\\p{L}\\p{N}])'}`;

/** What of a text matches; undefined when nothing could. */
export function matcher(terms: readonly Term[]): RegExp | undefined {
  const tokens = terms.flatMap(({ whole, parts, prefix }) => [whole, ...parts.filter((part) => part.length > 1)].map((token) => ({ token, prefix })));
  if (tokens.length === 0) return undefined;
  const patterns = tokens.sort((a, b) => b.token.length - a.token.length).map(({ token, prefix }) => (HAN.test(token) ? escapePattern(token) : letters(token, prefix)));
  return new RegExp(patterns.join('|'), 'giu');
}

/** A text as HTML with its matches in <em>. */
export function highlight(text: string, matches: RegExp | undefined): string {
  if (!matches) return escapeHtml(text);
  let html = '';
  let at = 0;
  for (const match of text.matchAll(matches)) {
    html += `${escapeHtml(text.slice(at, match.index))}<em>${escapeHtml(match[0])}</em>`;
    at = match.index + match[0].length;
  }
  return html + escapeHtml(text.slice(at));
}

/** Characters of an excerpt, and how many of them may stand before the first match. */
const EXCERPT = 160;
const BEFORE = 40;

/** The stretch of a text around its first match. */
export function excerptAround(text: string, matches: RegExp | undefined): string {
  const first = matches ? Math.max(0, text.search(matches)) : 0;
  const from = first <= BEFORE ? 0 : first - BEFORE;
  const characters = [...text.slice(from, from + EXCERPT * 2)];
  // A cut may have split a character in two.
  if (/^[\udc00-\udfff]/.test(characters[0] ?? '')) characters.shift();
  const cut = characters.length > EXCERPT || from + EXCERPT * 2 < text.length;
  return `${from > 0 ? '…' : ''}${characters.slice(0, EXCERPT).join('')}${cut ? '…' : ''}`;
}
