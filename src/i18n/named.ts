import type { Lang } from './dictionaries.ts';

/**
 * The one of two texts that a reader of the language should get; the Chinese one when there is no
 * English one.
 */
export const inLang = (lang: Lang, zh: string, en: string): string =>
  lang === 'en' && en ? en : zh;

export const nameOf = (lang: Lang, { name, nameEn }: { name: string; nameEn: string }): string =>
  inLang(lang, name, nameEn);
