import { LANGS, type Lang } from '#contracts/language.ts';
import { dictionaries } from '#i18n/dictionaries.ts';
import { shortHash } from './short-hash.ts';

/**
 * Changes with any text: islands request dictionaries by it, so that caches are immutable (R38).
 */
export const dictionaryVersion = Object.fromEntries(
  LANGS.map((lang) => [lang, shortHash(JSON.stringify(dictionaries[lang]))]),
) as Record<Lang, string>;
