import type { Lang } from '#contracts/language.ts';
import type { AuthorCard } from '#contracts/model.ts';
import { yearOf } from '#i18n/format.ts';
import type { T } from '#i18n/key.ts';
import { inLang } from '#i18n/named.ts';

/** What a person is here: level, office, years since joining. Counted in calendar years, so that a page keeps it for long. */
export function standing(author: AuthorCard, lang: Lang, t: T, now = new Date()): string[] {
  const years = yearOf(now) - yearOf(author.createdAt);
  return [`${t('common.level', { n: author.level })} ${inLang(lang, author.levelName, author.levelNameEn)}`, ...(author.badge ? [t(`badge.${author.badge}`)] : []), years > 0 ? t('thread.joined', { count: years }) : t('thread.joinedNew')];
}
