import { MAX_NICKNAME_CHARACTERS, MIN_NICKNAME_CHARACTERS } from '#contracts/limits.ts';
import { findNicknameProblem } from '#contracts/nickname.ts';
import { normalizeName } from '#contracts/text-lines.ts';
import type { TFunction } from '#i18n/translation-key.ts';

/** The problem of a typed nickname (R16). */
export function describeNicknameProblem(t: TFunction, typed: string): string | undefined {
  const problem = findNicknameProblem(normalizeName(typed));
  if (problem === 'signs') return t('settings.profile.nicknameSigns');
  return (
    problem &&
    t('settings.profile.nicknameLength', {
      min: MIN_NICKNAME_CHARACTERS,
      max: MAX_NICKNAME_CHARACTERS,
    })
  );
}
