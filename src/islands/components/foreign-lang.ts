import { htmlLang, type Lang, langOf } from '#contracts/language.ts';
import { guessLang } from '#i18n/text-segments.ts';

const langUnlessPage = (lang: Lang, written: Lang): string | undefined =>
  written === lang ? undefined : htmlLang(written);

/**
 * The `lang` of an element with a member's text where the page has another: without it, Chinese
 * punctuation on English pages is as narrow as English (styles/base.css) and read out as English.
 */
export const foreignLang = (lang: Lang, text: string): string | undefined =>
  langUnlessPage(lang, guessLang(text));

/** The same for a thread, whose language is known. */
export const foreignThreadLang = (lang: Lang, language: string): string | undefined =>
  langUnlessPage(lang, langOf(language));
