import type { Lang } from '#contracts/language.ts';
import { guessLang } from '#i18n/text-segments.ts';

/** Cards whose title is in the page's language before the others, each as they are ordered. */
export function ownLanguageFirst<Card extends { title: string }>(
  cards: readonly Card[],
  lang: Lang,
): Card[] {
  const isOther = ({ title }: Card) => Number(guessLang(title) !== lang);
  return cards.toSorted((a, b) => isOther(a) - isOther(b));
}
