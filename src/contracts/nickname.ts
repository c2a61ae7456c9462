import { countCharacters } from './characters.ts';
import { MAX_NICKNAME_CHARACTERS, MIN_NICKNAME_CHARACTERS } from './limits.ts';
import { collapseSpaces, normalizeName } from './text-lines.ts';

/* Nickname rules that browsers and the server share (R35). */

/** A provider may have chosen the present nickname, so compare it unnormalized too. */
export const isSameNickname = (typed: string, present: string): boolean =>
  [normalizeName(typed), collapseSpaces(typed)].includes(present);

/** The problem of a normalized nickname: its length, or markup characters. */
export function findNicknameProblem(name: string): 'length' | 'signs' | undefined {
  const characters = countCharacters(name);
  if (characters < MIN_NICKNAME_CHARACTERS || characters > MAX_NICKNAME_CHARACTERS) return 'length';
  return /[<>@/]/.test(name) ? 'signs' : undefined;
}
