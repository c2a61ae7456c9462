/** Letters and digits of scripts that separate words by spaces, so neither Han nor kana. */
const WORD_CHARACTER = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{M}_]/u;

const lastCharacter = (text: string): string => [...text.slice(-2)].at(-1) ?? '';
const characterAt = (text: string, at: number): string =>
  String.fromCodePoint(text.codePointAt(at) ?? 0x20);

/** Whether an @ at this index begins a mention; in a mail address it follows a word. */
export const isMentionStart = (text: string, at: number): boolean =>
  text[at] === '@' && !WORD_CHARACTER.test(lastCharacter(text.slice(Math.max(0, at - 2), at)));

/** Whether the whole name is at this index: "Ann" isn't in "Anna". */
export const isNameAt = (text: string, at: number, name: string): boolean =>
  name !== '' &&
  text.startsWith(name, at) &&
  !(
    WORD_CHARACTER.test(lastCharacter(name)) &&
    at + name.length < text.length &&
    WORD_CHARACTER.test(characterAt(text, at + name.length))
  );
