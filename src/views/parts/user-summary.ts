import type { Lang } from '#contracts/language.ts';
import type { AuthorCard } from '#contracts/page-model.ts';
import { yearOf } from '#i18n/format.ts';
import { pickLang } from '#i18n/localized.ts';
import type { TFunction } from '#i18n/translation-key.ts';

/** Level, office and year of joining. A year, not an age: published pages must stay true. */
export function userSummary(author: AuthorCard, lang: Lang, t: TFunction): string[] {
  return [
    `${t('common.level', { n: author.level })} ${pickLang(lang, author.levelName, author.levelNameEn)}`,
    ...(author.badge ? [t(`badge.${author.badge}`)] : []),
    t('thread.joined', { year: yearOf(author.createdAt) }),
  ];
}
