import type { Lang } from '#contracts/language.ts';

/** The newest threads as RSS. */
export const feedPath = (lang: Lang): string => `/${lang}/feed.xml`;
