import traditional from 'opencc-js/dict/TSCharacters';

/** Traditional characters and their commonest simplified form, one character each. */
export const SIMPLIFIED_CHARACTERS: ReadonlyMap<string, string> = new Map(
  traditional.split('|').map((pair) => pair.split(' ', 2) as [string, string]),
);

const TRADITIONAL_PATTERN = new RegExp(`[${[...SIMPLIFIED_CHARACTERS.keys()].join('')}]`, 'gu');

/** Converts character by character; the length stays the same. */
export const toSimplified = (text: string): string =>
  text.replace(TRADITIONAL_PATTERN, (character) => SIMPLIFIED_CHARACTERS.get(character) as string);
