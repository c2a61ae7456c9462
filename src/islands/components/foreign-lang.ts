import { htmlLang, type Lang } from '#contracts/language.ts';
import { guessLang } from '#i18n/text-segments.ts';

/**
 * The `lang` of an element with a member's text where the page has another: without it, Chinese
 * punctuation on English pages is as narrow as English (styles/base.css) and read out as English.
 */
export function foreignLang(lang: Lang, text: string): string | undefined {
  const written = guessLang(text);
  return written === lang ? undefined : htmlLang(written);
}
