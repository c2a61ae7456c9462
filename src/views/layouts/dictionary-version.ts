import { LANGS, type Lang } from '#contracts/language.ts';
import { dictionaries } from '#i18n/dictionaries.ts';
import { shortHash } from './short-hash.ts';

/**
 * Changes when a text does: islands ask for the dictionaries by it, so that caches may keep them
 * (R38).
 */
export const dictionaryVersion = Object.fromEntries(
  LANGS.map((lang) => [lang, shortHash(JSON.stringify(dictionaries[lang]))]),
) as Record<Lang, string>;
