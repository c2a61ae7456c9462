/**
 * Where addresses in a text begin and end. All that turns text into links asks here: messages in
 * Markdown, the editor, private messages (R24).
 */

export interface FoundLink {
  /** Offset of its first character. */
  from: number;
  /** Offset behind its last character. */
  to: number;
  /** An absolute address: `www.` and names of hosts get `https://`, mail addresses `mailto:`. */
  href: string;
}

/**
 * Ends of hosts' names that are links without `https://`. Those that are also ends of files' names
 * (`.md`, `.sh`, `.py`, `.so`, `.app`, `.info`) or of packages (`java.io`) are not here.
 */
const TOP_DOMAINS =
  'com|net|org|edu|gov|cn|hk|tw|mo|sg|jp|kr|uk|de|fr|it|es|nl|eu|ru|ua|pl|se|fi|ch|at|au|nz|ca|us|br|xyz|top|dev|tech|cloud|wiki|blog|moe';

const CJK =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\uff00-\\uffef';
/** A letter of an alphabet, which CJK text is not taken for. */
const LETTER = `(?![${CJK}])[\\p{L}\\p{M}\\p{N}]`;
const LABEL = '[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const HOST = `${LABEL}(?:\\.${LABEL}){0,16}`;
/** Path, query and fragment: neither white space and quotes nor signs of CJK text. */
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

/** Length of an address without the signs of the sentence at its end; brackets of its own stay. */
function lengthWithoutSigns(address: string): number {
  // how many brackets of a kind are closed more often than they are opened
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

/** The address that begins at a match; undefined when it is none. */
function readMatch({ 0: text, index = 0, groups = {} }: RegExpMatchArray): FoundLink | undefined {
  const length = lengthWithoutSigns(text);
  const address = text.slice(0, length);
  const href = groups.mail ? `mailto:${address}` : groups.bare ? `https://${address}` : address;
  return URL.canParse(href) ? { from: index, to: index + length, href } : undefined;
}

/** The addresses in a text, in their order. */
export function findLinks(text: string): FoundLink[] {
  return [...text.matchAll(LINK)].map(readMatch).filter((link) => link !== undefined);
}

/** The first address in a text. */
export function findFirstLink(text: string): FoundLink | undefined {
  for (const match of text.matchAll(LINK)) {
    const link = readMatch(match);
    if (link) return link;
  }
  return undefined;
}
