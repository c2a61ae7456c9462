import i18next from 'i18next';
import backend, { dictionaries, type Lang } from './dictionaries.ts';
import type { T } from './key.ts';

export type { Key, T } from './key.ts';

/**
 * Pages run on the instance that astro-i18next has set up; the API process and tests have no Astro
 * and set it up here.
 */
function ready(): void {
  if (i18next.isInitialized) return;
  void i18next.use(backend).init({
    lng: 'zh',
    supportedLngs: Object.keys(dictionaries),
    preload: Object.keys(dictionaries),
    fallbackLng: 'zh',
    initImmediate: false,
    interpolation: { escapeValue: false },
  });
}

/**
 * Looked-up texts, by language; far more than there are keys with the few numbers that stand in
 * them.
 */
const REMEMBERED = 5_000;
const remembered = new Map<Lang, T>();

function remembering(lang: Lang): T {
  const fixed = i18next.getFixedT(lang) as unknown as (
    key: string,
    values?: Record<string, unknown>,
  ) => string;
  const texts = new Map<string, string>();
  const t = (key: string, values?: Record<string, unknown>): string => {
    let name = key;
    for (const field in values) name += `\0${field}\0${String(values[field])}`;
    const known = texts.get(name);
    if (known !== undefined) return known;
    const text = fixed(key, values);
    if (texts.size >= REMEMBERED) texts.clear();
    texts.set(name, text);
    return text;
  };
  remembered.set(lang, t as unknown as T);
  return t as unknown as T;
}

/**
 * Texts in a language. Never changes the language of the process, so requests can't disturb one
 * another. Texts are remembered: i18next takes some 4 µs for each, and a page of a thread asks 200
 * times.
 */
export function translator(lang: Lang): T {
  ready();
  return remembered.get(lang) ?? remembering(lang);
}
