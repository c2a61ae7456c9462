import { toSimplified } from './simplified-characters.ts';

/**
 * What nobody sees: soft hyphens, joiners, selectors of variants, which copied texts have within
 * words; and NUL, which PostgreSQL takes in no text.
 */
const INVISIBLE_PATTERN = /[\0\p{Default_Ignorable_Code_Point}]+/gu;

/**
 * How text is compared: full width as half width, capitals as small letters, traditional characters
 * as simplified ones, without what nobody sees. A character stays one, or becomes several.
 */
export const foldForSearch = (text: string): string =>
  toSimplified(
    text
      .replace(INVISIBLE_PATTERN, '')
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('’', "'")
      .replaceAll('ς', 'σ'),
  );
