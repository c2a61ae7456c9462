import { toSimplified } from './simplified-characters.ts';

/** Soft hyphens, joiners and variant selectors in copied text; NUL, which PostgreSQL rejects. */
const INVISIBLE_PATTERN = /[\0\p{Default_Ignorable_Code_Point}]+/gu;

/** Normalizes text: half width, lower case, simplified, visible. May change its length. */
export const foldForSearch = (text: string): string =>
  toSimplified(
    text
      .replace(INVISIBLE_PATTERN, '')
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('’', "'")
      .replaceAll('ς', 'σ'),
  );
