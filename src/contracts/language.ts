/** Languages of the interface; a thread's own is a ThreadLanguage. */
export const LANGS = ['zh', 'en'] as const;
export type Lang = (typeof LANGS)[number];
/** For regular expressions. */
export const ANY_LANG = LANGS.join('|');

export const THREAD_LANGUAGES = ['zh_CN', 'en_US'] as const;
export type ThreadLanguage = (typeof THREAD_LANGUAGES)[number];

export const otherLang = (lang: Lang): Lang => (lang === 'zh' ? 'en' : 'zh');
export const isLang = (value: unknown): value is Lang => LANGS.includes(value as Lang);
export const langOf = (language: string): Lang => (language === 'en_US' ? 'en' : 'zh');
export const threadLanguageOf = (lang: Lang): ThreadLanguage => (lang === 'en' ? 'en_US' : 'zh_CN');
/** For HTML's `lang`. */
export const htmlLang = (lang: Lang): string => (lang === 'zh' ? 'zh-CN' : 'en');

export const LANGUAGE_COOKIE = 'language';
/** 7 days (R11). */
export const LANGUAGE_COOKIE_SECONDS = 604_800;
/** `zh-cn` or `en` (R11). */
export const languageCookieValue = (lang: Lang): string => (lang === 'zh' ? 'zh-cn' : 'en');

/** The Set-Cookie value (R11). */
export const languageCookie = (lang: Lang): string =>
  `${LANGUAGE_COOKIE}=${languageCookieValue(lang)}; Path=/; Max-Age=${LANGUAGE_COOKIE_SECONDS}; SameSite=Strict`;

/** zh or en, the one with the greater weight; undefined if neither is accepted. */
export function acceptedLang(header: string | null | undefined): Lang | undefined {
  if (!header) return undefined;
  const weighted = header.split(',').map((part) => {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
    const weight = parameters
      .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
      .find(Boolean);
    return { lang: range.trim().split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
  });
  const best = weighted
    .filter((one) => isLang(one.lang) && one.weight > 0)
    .sort((a, b) => b.weight - a.weight)[0];
  return best?.lang as Lang | undefined;
}

/** The reader's language (R1): cookie, then Accept-Language, then zh. */
export function negotiateLang(
  cookieHeader: string | null | undefined,
  acceptLanguage: string | null | undefined,
): Lang {
  const cookie = /(?:^|;\s*)language=([^;]*)/.exec(cookieHeader ?? '')?.[1];
  if (cookie === 'en') return 'en';
  if (cookie === 'zh-cn' || cookie === 'zh') return 'zh';
  return acceptedLang(acceptLanguage) ?? 'zh';
}
