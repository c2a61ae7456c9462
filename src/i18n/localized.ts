import type { Lang } from './dictionaries.ts';

/** The text in the reader's language; the Chinese one without an English one. */
export const pickLang = (lang: Lang, zh: string, en: string): string =>
  lang === 'en' && en ? en : zh;

export const localizedName = (
  lang: Lang,
  { name, nameEn }: { name: string; nameEn: string },
): string => pickLang(lang, name, nameEn);
