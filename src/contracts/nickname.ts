import { countCharacters } from './characters.ts';
import { MAX_NICKNAME_CHARACTERS, MIN_NICKNAME_CHARACTERS } from './limits.ts';
import { collapseSpaces, normalizeName } from './text-lines.ts';

/* The rules of a nickname that browsers and the server check alike (R35). */

/** Whether a typed nickname is the present one, which a provider may have chosen. */
export const isSameNickname = (typed: string, present: string): boolean =>
  [normalizeName(typed), collapseSpaces(typed)].includes(present);

/** The problem of a normalized nickname: its length, or signs of markup. */
export function findNicknameProblem(name: string): 'length' | 'signs' | undefined {
  const characters = countCharacters(name);
  if (characters < MIN_NICKNAME_CHARACTERS || characters > MAX_NICKNAME_CHARACTERS) return 'length';
  return /[<>@/]/.test(name) ? 'signs' : undefined;
}
