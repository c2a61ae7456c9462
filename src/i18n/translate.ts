import i18next from 'i18next';
import backend, { dictionaries, type Lang } from './dictionaries.ts';
import type { T } from './key.ts';

export type { Key, T } from './key.ts';

/** Pages run on the instance that astro-i18next has set up; the API process and tests have no Astro and set it up here. */
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

/** Texts in a language. Never changes the language of the process, so requests can't disturb one another. */
export function translator(lang: Lang): T {
  ready();
  return i18next.getFixedT(lang) as unknown as T;
}
