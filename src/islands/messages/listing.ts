import type { Lang } from '#contracts/language.ts';

const lists = { zh: new Intl.ListFormat('zh-CN'), en: new Intl.ListFormat('en-GB') };

/** How people are listed in a language. */
export const listOf = (lang: Lang): Intl.ListFormat => lists[lang];
