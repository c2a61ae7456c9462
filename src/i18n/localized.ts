import type { Lang } from './dictionaries.ts';

/**
 * The one of two texts that a reader of the language should get; the Chinese one when there is no
 * English one.
 */
export const pickLang = (lang: Lang, zh: string, en: string): string =>
  lang === 'en' && en ? en : zh;

export const localizedName = (
  lang: Lang,
  { name, nameEn }: { name: string; nameEn: string },
): string => pickLang(lang, name, nameEn);
