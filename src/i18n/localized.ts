import type { Lang } from './dictionaries.ts';

/** The text in the reader's language; the Chinese one without an English one. */
export const pickLang = (lang: Lang, zh: string, en: string): string =>
  lang === 'en' && en ? en : zh;

export const localizedName = (
  lang: Lang,
  { name, nameEn }: { name: string; nameEn: string },
): string => pickLang(lang, name, nameEn);

/** The name of a row of the API. */
export const wireName = (
  lang: Lang,
  { name, name_en }: { name: string; name_en: string },
): string => pickLang(lang, name, name_en);
