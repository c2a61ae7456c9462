import type { Named } from '#contracts/model.ts';
import type { Lang } from '#contracts/language.ts';

/** The one of two texts that a reader of the language should get; the Chinese one when there is no English one. */
export const inLang = (lang: Lang, zh: string, en: string): string => (lang === 'en' && en ? en : zh);

export const nameOf = (lang: Lang, { name, nameEn }: Pick<Named, 'name' | 'nameEn'>): string => inLang(lang, name, nameEn);
