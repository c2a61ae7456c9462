import type { Lang } from './dictionaries.ts';

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const HAN = /\p{Script=Han}/u;
const OPENING = /[「『（《〈【“‘([]$/u;

/** Characters of a piece that is too long to be kept on one line. */
const MAX_UNBROKEN_CHARACTERS = 12;

/** Splits a text before its last word, so that what follows the word can be tied to it. */
export function splitLastWord(text: string): [start: string, last: string] {
  let last = '';
  for (const { segment, isWordLike } of [...segmenter.segment(text)].reverse()) {
    last = segment + last;
    if (isWordLike) break;
  }
  if (last.length > MAX_UNBROKEN_CHARACTERS) last = [...last].slice(-4).join('');
  return [text.slice(0, text.length - last.length), last];
}

/** Splits a Chinese text where a line may end; `<wbr>` belongs between the pieces. */
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
