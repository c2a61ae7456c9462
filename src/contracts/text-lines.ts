/* Lines as they are stored. A file of its own: no page of members needs its patterns at once. */

/** Characters of Arabic and of the Indic scripts: joiners between their letters change words. */
const JOINABLE =
  '[\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}]';
const JOINABLE_LETTER = `(?=\\p{L})${JOINABLE}`;
const JOINED_LETTERS = `(?<=${JOINABLE_LETTER}\\p{M}{0,8})[\\u200c\\u200d](?=\\p{M}?${JOINABLE_LETTER})`;
const JOINED_EMOJI =
  '(?<=\\p{Extended_Pictographic}\\ufe0f?\\p{Emoji_Modifier}?)\\u200d(?=\\p{Extended_Pictographic})';
/** Letters of a flag of a region, behind a black flag. */
const FLAG_TAGS = '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007f}]{0,6})[\\u{e0020}-\\u{e007f}]';
/**
 * Invisible characters, by which one name could look like another: fillers of Hangul and the blank
 * of Braille too. Joiners of emoji or letters and the tags of regional flags are not among them.
 */
const INVISIBLE = /* @__PURE__ */ new RegExp(
  `(?!${JOINED_LETTERS}|${JOINED_EMOJI}|${FLAG_TAGS})[\\u115f\\u1160\\u2800\\u3164\\uffa0\\u034f\\u17b4\\u17b5\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\u{e0020}-\\u{e007f}]`,
  'gu',
);
/** Marks on one character: more than any script puts there cover the lines above and below. */
const MAX_COMBINING_MARKS = 8;
const STACKED_MARKS = /* @__PURE__ */ new RegExp(`(\\p{M}{${MAX_COMBINING_MARKS}})\\p{M}+`, 'gu');
/** A name stands beside other people's, so that it has no more than Hebrew and Hindi need. */
const STACKED_NAME_MARKS = /(\p{M}{3})\p{M}+/gu;
const UNASSIGNED = /[\p{Co}\p{Cn}\p{Cs}]/gu;
/** Whether a line has what nobody sees, what has no meaning, or marks that cover other lines. */
export const hasInvisible = (text: string): boolean =>
  text.search(INVISIBLE) >= 0 || text.search(STACKED_MARKS) >= 0 || text.search(UNASSIGNED) >= 0;

/** Whether a text has no visible character. */
export const isBlank = (text: string): boolean =>
  !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** Trimmed, inner white space folded to single spaces. */
export const collapseSpaces = (text: string): string => text.trim().replace(/\s+/gu, ' ');

/**
 * A line as it is stored and counted where nobody chose its signs by hand, such as a subject that
 * was pasted: without what nobody sees, also what turns the direction of what stands behind it, and
 * without marks that cover other lines (R23).
 */
export const normalizeLine = (text: string): string =>
  collapseSpaces(collapseSpaces(text).replace(INVISIBLE, '').replace(STACKED_MARKS, '$1'));

/**
 * A person's name as it is stored, whether they type it or their login provider says it: as
 * normalizeLine has it, composed (NFC), without characters that no font has, and with few marks.
 */
export const normalizeName = (text: string): string =>
  normalizeLine(text.replace(UNASSIGNED, '')).normalize('NFC').replace(STACKED_NAME_MARKS, '$1');

/** Lines as they are stored, without those that show nothing. */
export const nonBlankLines = (texts: readonly string[]): string[] =>
  texts.map(normalizeLine).filter((text) => !isBlank(text));
