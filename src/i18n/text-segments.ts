import type { Lang } from './dictionaries.ts';

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const HAN = /\p{Script=Han}/u;
const OPENING = /[「『（《〈【“‘([]$/u;

/** Longer pieces may break. */
const MAX_UNBROKEN_CHARACTERS = 12;

/** Splits a text before its last word, to tie an element to that word. */
export function splitLastWord(text: string): [start: string, last: string] {
  let last = '';
  for (const { segment, isWordLike } of [...segmenter.segment(text)].reverse()) {
    last = segment + last;
    if (isWordLike) break;
  }
  if (last.length > MAX_UNBROKEN_CHARACTERS) last = [...last].slice(-4).join('');
  return [text.slice(0, text.length - last.length), last];
}

/** Splits a Chinese text at possible line breaks; insert `<wbr>` between the pieces. */
export function breakablePieces(text: string): string[] {
  const pieces: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const previous = pieces.at(-1);
    const breakable =
      previous !== undefined &&
      isWordLike &&
      !OPENING.test(previous) &&
      (HAN.test(segment) || HAN.test(previous.at(-1) ?? ''));
    if (previous === undefined || breakable) pieces.push(segment);
    else pieces[pieces.length - 1] = previous + segment;
  }
  return pieces;
}

/** Guesses the language of a text from its characters. */
export const guessLang = (text: string): Lang => (HAN.test(text) ? 'zh' : 'en');
