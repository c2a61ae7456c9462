import { LANGS, type Lang } from '#contracts/language.ts';
import { dictionaries } from '#i18n/dictionaries.ts';
import { shortHash } from './short-hash.ts';

/** Changes with any text, so that browsers may cache dictionaries for ever (R38). */
export const dictionaryVersion = Object.fromEntries(
  LANGS.map((lang) => [lang, shortHash(JSON.stringify(dictionaries[lang]))]),
) as Record<Lang, string>;
