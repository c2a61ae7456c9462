import { CONFUSABLES } from './confusables.ts';

/** Each character as what it looks like, without marks of normalization and what nobody sees. */
const foldCharacters = (name: string): string =>
  [
    ...name
      .normalize('NFKC')
      .normalize('NFD')
      .replace(/\p{Default_Ignorable_Code_Point}/gu, ''),
  ]
    .map((character) => CONFUSABLES.get(character) ?? character)
    .join('')
    .normalize('NFKD');

/**
 * A name as it looks: two names that can't be told apart have the same appearance. UTS 39's
 * skeleton, twice, as what is looked like is normalized too, and in lower case, so that capitals
 * don't hide a likeness. It is for comparing, never for showing.
 */
export const appearanceOf = (name: string): string =>
  foldCharacters(foldCharacters(name)).toLowerCase().normalize('NFD');
