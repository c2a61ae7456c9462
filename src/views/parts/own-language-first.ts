import type { Lang } from '#contracts/language.ts';
import { guessLang } from '#i18n/text-segments.ts';

/** Cards in the page's language first, otherwise in their order. */
export function ownLanguageFirst<Card extends { title: string }>(
  cards: readonly Card[],
  lang: Lang,
): Card[] {
  const isOther = ({ title }: Card) => Number(guessLang(title) !== lang);
  return cards.toSorted((a, b) => isOther(a) - isOther(b));
}
