import type { Lang } from '#contracts/language.ts';
import type { AuthorCard } from '#contracts/model.ts';
import { yearOf } from '#i18n/format.ts';
import type { T } from '#i18n/key.ts';
import { inLang } from '#i18n/named.ts';

/**
 * What a person is here: level, office, the year of joining. A year and not an age: a published
 * page stays true on each 1 January.
 */
export function standing(author: AuthorCard, lang: Lang, t: T): string[] {
  return [
    `${t('common.level', { n: author.level })} ${inLang(lang, author.levelName, author.levelNameEn)}`,
    ...(author.badge ? [t(`badge.${author.badge}`)] : []),
    t('thread.joined', { year: yearOf(author.createdAt) }),
  ];
}
