import traditional from 'opencc-js/dict/TSCharacters';

/** Traditional characters with their commonest simplified form, each of one character. */
export const SIMPLIFIED_CHARACTERS: ReadonlyMap<string, string> = new Map(
  traditional.split('|').map((pair) => pair.split(' ', 2) as [string, string]),
);

const TRADITIONAL_PATTERN = new RegExp(`[${[...SIMPLIFIED_CHARACTERS.keys()].join('')}]`, 'gu');

/** Text with traditional characters as simplified ones: each is one character as before. */
export const toSimplified = (text: string): string =>
  text.replace(TRADITIONAL_PATTERN, (character) => SIMPLIFIED_CHARACTERS.get(character) as string);
