import { htmlLang, type Lang, langOf } from '#contracts/language.ts';
import { guessLang } from '#i18n/text-segments.ts';

const langUnlessPage = (lang: Lang, written: Lang): string | undefined =>
  written === lang ? undefined : htmlLang(written);

/**
 * The `lang` of a user's text if it isn't the page's. Otherwise Chinese punctuation gets English
 * widths (styles/base.css) and screen readers read Chinese as English.
 */
export const foreignLang = (lang: Lang, text: string): string | undefined =>
  langUnlessPage(lang, guessLang(text));

/** The same for a thread, which has a language. */
export const foreignThreadLang = (lang: Lang, language: string): string | undefined =>
  langUnlessPage(lang, langOf(language));
