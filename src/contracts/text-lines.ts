/* Normalization of lines. Separate, because members' pages need its patterns late. */

/** In Arabic and Indic scripts, joiners between letters change words. */
const JOINABLE =
  '[\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}]';
const JOINABLE_LETTER = `(?=\\p{L})${JOINABLE}`;
const JOINED_LETTERS = `(?<=${JOINABLE_LETTER}\\p{M}{0,8})[\\u200c\\u200d](?=\\p{M}?${JOINABLE_LETTER})`;
const JOINED_EMOJI =
  '(?<=\\p{Extended_Pictographic}\\ufe0f?\\p{Emoji_Modifier}?)\\u200d(?=\\p{Extended_Pictographic})';
/** A region flag's letters, after a black flag. */
const FLAG_TAGS = '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007f}]{0,6})[\\u{e0020}-\\u{e007f}]';
/**
 * Invisible characters that make names look alike, including Hangul fillers and the braille blank.
 * Excludes joiners of emoji or letters and the tags of region flags.
 */
const INVISIBLE = /* @__PURE__ */ new RegExp(
  `(?!${JOINED_LETTERS}|${JOINED_EMOJI}|${FLAG_TAGS})[\\u115f\\u1160\\u2800\\u3164\\uffa0\\u034f\\u17b4\\u17b5\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\u{e0020}-\\u{e007f}]`,
  'gu',
);
/** Marks per character: more than any script needs cover adjacent lines. */
const MAX_COMBINING_MARKS = 8;
const STACKED_MARKS = /* @__PURE__ */ new RegExp(`(\\p{M}{${MAX_COMBINING_MARKS}})\\p{M}+`, 'gu');
/** Names appear among others, so they get only the marks that Hebrew and Hindi need. */
const STACKED_NAME_MARKS = /(\p{M}{3})\p{M}+/gu;
const UNASSIGNED = /[\p{Co}\p{Cn}\p{Cs}]/gu;
/** Whether a line has invisible or meaningless characters, or too many marks. */
export const hasInvisible = (text: string): boolean =>
  text.search(INVISIBLE) >= 0 || text.search(STACKED_MARKS) >= 0 || text.search(UNASSIGNED) >= 0;

export const isBlank = (text: string): boolean =>
  !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** Trims, and folds inner white space to single spaces. */
export const collapseSpaces = (text: string): string => text.trim().replace(/\s+/gu, ' ');

/**
 * A line as stored and counted (R23): without invisible characters, including those that change
 * text direction, and without marks that cover other lines.
 */
export const normalizeLine = (text: string): string =>
  collapseSpaces(collapseSpaces(text).replace(INVISIBLE, '').replace(STACKED_MARKS, '$1'));

/** Like normalizeLine, with NFC, few marks and no unassigned characters. */
export const normalizeName = (text: string): string =>
  normalizeLine(text.replace(UNASSIGNED, '')).normalize('NFC').replace(STACKED_NAME_MARKS, '$1');

/** Normalized lines, without blank ones. */
export const nonBlankLines = (texts: readonly string[]): string[] =>
  texts.map(normalizeLine).filter((text) => !isBlank(text));
