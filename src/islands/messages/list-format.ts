import type { Lang } from '#contracts/language.ts';

const listFormats = { zh: new Intl.ListFormat('zh-CN'), en: new Intl.ListFormat('en-GB') };

/** The list format of names in a language. */
export const listFormat = (lang: Lang): Intl.ListFormat => listFormats[lang];
