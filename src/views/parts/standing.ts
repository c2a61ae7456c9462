import type { Lang } from '#contracts/language.ts';
import type { AuthorCard } from '#contracts/model.ts';
import type { T } from '#i18n/key.ts';
import { inLang } from '#i18n/named.ts';
import { SITE_ZONE } from '#i18n/format.ts';

const yearIn = (at: Date): number => Number(at.toLocaleDateString('en', { timeZone: SITE_ZONE, year: 'numeric' }));

/** What a person is here: level, office, years since joining. Counted in calendar years, so that a page keeps it for long. */
export function standing(author: AuthorCard, lang: Lang, t: T, now = new Date()): string[] {
  const years = yearIn(now) - yearIn(author.createdAt);
  return [
    `${t('common.level', { n: author.level })} ${inLang(lang, author.levelName, author.levelNameEn)}`,
    ...(author.badge ? [t(`badge.${author.badge}`)] : []),
    years > 0 ? t('thread.joined', { count: years }) : t('thread.joinedNew'),
  ];
}
