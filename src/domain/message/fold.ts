import traditional from 'opencc-js/dict/TSCharacters';

/*
 * Text as screening compares it: what looks the same or is read the same is the same. Case, width,
 * styled letters, accents, traditional characters; and whatever can be put between the characters
 * of a word to hide it is left out. The ends of sentences and lines stay: a word doesn't go on
 * behind them.
 */

const SIMPLIFIED = new Map(
  traditional.split('|').map((pair) => pair.split(' ', 2) as [string, string]),
);
const ACCENTS = /[\u0300-\u036f\u20d0-\u20f0\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;
const END = /^[\n\r\u2028\u2029。！？；!?;]$/u;
const BETWEEN = /^[\p{C}\p{Z}\p{P}\p{S}\s]*$/u;
const BREAK = '\n';

function foldCharacter(character: string): string {
  if (END.test(character)) return BREAK;
  const plain = character.normalize('NFKD').replace(ACCENTS, '').normalize('NFKC').toLowerCase();
  let folded = '';
  for (const one of plain) folded += BETWEEN.test(one) ? '' : (SIMPLIFIED.get(one) ?? one);
  return folded;
}

/**
 * Each character is folded once in the life of the process; there are not more than Unicode has.
 */
const known = new Map<string, string>();

function folded(character: string): string {
  const found = known.get(character);
  if (found !== undefined) return found;
  const made = foldCharacter(character);
  known.set(character, made);
  return made;
}

export interface Folded {
  text: string;
  /** Where in the original each UTF-16 unit of `text` begins and ends. */
  starts: Int32Array;
  ends: Int32Array;
}

export function fold(original: string): Folded {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of original) {
    const made = folded(character);
    for (let unit = 0; unit < made.length; unit++) {
      starts.push(at);
      ends.push(at + character.length);
    }
    text += made;
    at += character.length;
  }
  return { text, starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}

/**
 * A listed word as it is compared. '' for one of which too little is left: signs alone, or "C++",
 * which would be every single c.
 */
export function foldWord(word: string): string {
  const left = fold(word).text.replaceAll(BREAK, '');
  const sent = word.replace(/\s/gu, '');
  return [...left].length > 1 || [...sent].length === 1 ? left : '';
}
