import { LRUCache } from 'lru-cache';
import { SIMPLIFIED_CHARACTERS } from '#search/simplified-characters.ts';

/*
 * Text as the word filter compares it: case, width, styled letters, accents and traditional
 * characters are folded, and characters that could hide a word are dropped. Ends of sentences and
 * lines stay, as a word doesn't continue after them.
 */

const COMBINING_MARKS = /[\u0300-\u036f\u20d0-\u20f0\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;
const SENTENCE_END = /^[\n\r\u2028\u2029。！？；!?;]$/u;
const IGNORED = /^[\p{C}\p{Z}\p{P}\p{S}\s]*$/u;
const LINE_BREAK = '\n';

function foldCharacter(character: string): string {
  if (SENTENCE_END.test(character)) return LINE_BREAK;
  const plain = character
    .normalize('NFKD')
    .replace(COMBINING_MARKS, '')
    .normalize('NFKC')
    .toLowerCase();
  let foldCharacterCached = '';
  for (const one of plain)
    foldCharacterCached += IGNORED.test(one) ? '' : (SIMPLIFIED_CHARACTERS.get(one) ?? one);
  return foldCharacterCached;
}

/** Cached characters, more than texts of one language use. All of Unicode would take 100 MB. */
const MAX_REMEMBERED_CHARACTERS = 10_000;
const foldedCharacters = new LRUCache<string, string>({ max: MAX_REMEMBERED_CHARACTERS });

function folded(character: string): string {
  const cached = foldedCharacters.get(character);
  if (cached !== undefined) return cached;
  const result = foldCharacter(character);
  foldedCharacters.set(character, result);
  return result;
}

export interface FoldedText {
  text: string;
  /** Start and end in the original of each UTF-16 unit of `text`. */
  starts: Int32Array;
  ends: Int32Array;
}

export function foldText(original: string): FoldedText {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let offset = 0;
  for (const character of original) {
    const made = folded(character);
    for (let unit = 0; unit < made.length; unit++) {
      starts.push(offset);
      ends.push(offset + character.length);
    }
    text += made;
    offset += character.length;
  }
  return { text, starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}

/**
 * A folded listed word; '' if too little is left: signs alone, or "C++", which would match any "c".
 */
export function foldWord(word: string): string {
  const left = foldText(word).text.replaceAll(LINE_BREAK, '');
  const sent = word.replace(/\s/gu, '');
  return [...left].length > 1 || [...sent].length === 1 ? left : '';
}
