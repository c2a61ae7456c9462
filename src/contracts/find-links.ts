/** Finds addresses in text, for all links: Markdown, the editor, private messages (R24). */

export interface FoundLink {
  /** Offset of the first character. */
  from: number;
  /** Offset after the last character. */
  to: number;
  /** Absolute: `www.` and host names get `https://`, mail addresses `mailto:`. */
  href: string;
}

/**
 * Top-level domains linked without `https://`, except those that are also extensions of files
 * (`.md`, `.sh`, `.py`, `.so`, `.app`, `.info`) or packages (`java.io`).
 */
const TOP_DOMAINS =
  'com|net|org|edu|gov|cn|hk|tw|mo|sg|jp|kr|uk|de|fr|it|es|nl|eu|ru|ua|pl|se|fi|ch|at|au|nz|ca|us|br|xyz|top|dev|tech|cloud|wiki|blog|moe';

const CJK =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\uff00-\\uffef';
/** A letter, but no CJK character. */
const LETTER = `(?![${CJK}])[\\p{L}\\p{M}\\p{N}]`;
const LABEL = '[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const HOST = `${LABEL}(?:\\.${LABEL}){0,16}`;
/** Path, query and fragment: no white space, quotes or CJK signs. */
const REST = `(?:[/?#](?:[!#-;=?-Z\\[\\]_a-z{}~]|${LETTER})*)?`;
const PORT = '(?::\\d{1,5}(?!\\d))?';
const USER = "(?:[\\w.~%!$&'()*+,;=:-]{1,64}@)?";
const WITH_SCHEME = `https?://${USER}(?:${HOST}|\\[[0-9a-f:.]{2,45}\\])${PORT}(?!@|_|${LETTER})${REST}`;
const NAMED_HOST = `(?:${LABEL}\\.){1,8}`;
const MAIL = `[a-z0-9](?:[\\w.+-]{0,62}[\\w+-])?@${NAMED_HOST}[a-z]{2,18}(?![\\w@:/-]|\\.\\w)`;
const BARE_HOST = `(?:www\\.${NAMED_HOST}[a-z]{2,18}|${NAMED_HOST}(?:${TOP_DOMAINS}))(?!@|-|_|\\.[a-z0-9]|${LETTER})${PORT}${REST}`;
const LINK = new RegExp(
  `(?<![a-z0-9])${WITH_SCHEME}|(?<![\\w@./:+-])(?:(?<mail>${MAIL})|(?<bare>${BARE_HOST}))`,
  'giu',
);

const BRACKETS: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
const END_SIGNS = new Set(".,;:!?'*~");

/** Length without the sentence's signs at the end; matched brackets are part of the address. */
function lengthWithoutSigns(address: string): number {
  // excess of closing over opening brackets, by kind
  const unopened = new Map<string, number>();
  const count = (bracket: string, by: number) =>
    unopened.set(bracket, (unopened.get(bracket) ?? 0) + by);
  for (const sign of address) {
    const opening = BRACKETS.get(sign);
    if (opening) count(opening, 1);
    else count(sign, -1);
  }
  let end = address.length;
  for (; end > 0; end--) {
    const sign = address.charAt(end - 1);
    const opening = BRACKETS.get(sign);
    if (opening && (unopened.get(opening) ?? 0) > 0) count(opening, -1);
    else if (opening || !END_SIGNS.has(sign)) break;
  }
  return end;
}

/** Undefined if the match is no address. */
function readMatch({ 0: text, index = 0, groups = {} }: RegExpMatchArray): FoundLink | undefined {
  const length = lengthWithoutSigns(text);
  const address = text.slice(0, length);
  const href = groups.mail ? `mailto:${address}` : groups.bare ? `https://${address}` : address;
  return URL.canParse(href) ? { from: index, to: index + length, href } : undefined;
}

/** In order. */
export function findLinks(text: string): FoundLink[] {
  return [...text.matchAll(LINK)].map(readMatch).filter((link) => link !== undefined);
}

export function findFirstLink(text: string): FoundLink | undefined {
  for (const match of text.matchAll(LINK)) {
    const link = readMatch(match);
    if (link) return link;
  }
  return undefined;
}
