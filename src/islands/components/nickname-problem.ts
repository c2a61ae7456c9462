import {
  collapseSpaces,
  countCharacters,
  MAX_NICKNAME_CHARACTERS,
  MIN_NICKNAME_CHARACTERS,
  normalizeName,
} from '#contracts/limits.ts';
import type { TFunction } from '#i18n/translation-key.ts';

/** Whether a typed nickname is the present one, which a provider may have chosen. */
export const isSameNickname = (typed: string, present: string): boolean =>
  [normalizeName(typed), collapseSpaces(typed)].includes(present);

/** The problem of a nickname that is shown before it is sent (R16). */
export function findNicknameProblem(t: TFunction, typed: string): string | undefined {
  const name = normalizeName(typed);
  const characters = countCharacters(name);
  if (characters < MIN_NICKNAME_CHARACTERS || characters > MAX_NICKNAME_CHARACTERS)
    return t('settings.profile.nicknameLength', {
      min: MIN_NICKNAME_CHARACTERS,
      max: MAX_NICKNAME_CHARACTERS,
    });
  return /[<>@/]/.test(name) ? t('settings.profile.nicknameSigns') : undefined;
}
