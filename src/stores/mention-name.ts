/** Letters and digits of scripts that part words by spaces; Han and kana go on without. */
const SPELLED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{M}_]/u;

/** The character that ends, or begins, at a place of a text. */
const endOf = (text: string): string => [...text.slice(-2)].at(-1) ?? '';
const startOf = (text: string, at: number): string =>
  String.fromCodePoint(text.codePointAt(at) ?? 0x20);

/** Whether an @ at a place of a text calls somebody: in an address of mail it follows a word. */
export const callsSomebody = (text: string, at: number): boolean =>
  text[at] === '@' && !SPELLED.test(endOf(text.slice(Math.max(0, at - 2), at)));

/**
 * Whether somebody's name stands at a place of a text, and isn't the beginning of a longer word:
 * "Ann" isn't in "Anna".
 */
export const nameStandsAt = (text: string, at: number, name: string): boolean =>
  name !== '' &&
  text.startsWith(name, at) &&
  !(
    SPELLED.test(endOf(name)) &&
    at + name.length < text.length &&
    SPELLED.test(startOf(text, at + name.length))
  );
