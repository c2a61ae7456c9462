import i18next from 'i18next';
import type { TFunction } from '#i18n/translation-key.ts';
import { pageLang } from './page-info.ts';

let loading: Promise<TFunction> | undefined;
const instance = i18next.createInstance();

async function fetchTexts(name: string): Promise<Record<string, string>> {
  // The version changes with the texts, so that caches can keep the file for ever (R38).
  const reply = await fetch(
    `/assets/i18n/${name}.json?v=${document.documentElement.dataset.i18n ?? ''}`,
  );
  if (!reply.ok) throw new Error(`The texts are not there: ${reply.status}`);
  return (await reply.json()) as Record<string, string>;
}

async function initDictionary(): Promise<TFunction> {
  const lang = pageLang();
  const parts = await Promise.all([
    fetchTexts(lang),
    ...(document.body.classList.contains('admin')
      ? [fetchTexts(`${lang}.admin`), fetchTexts(`${lang}.moderation`)]
      : []),
  ]);
  await instance.init({
    lng: lang,
    resources: { [lang]: { translation: Object.assign({}, ...parts) as Record<string, string> } },
    interpolation: { escapeValue: false }, // React escapes
  });
  return instance.getFixedT(lang) as unknown as TFunction;
}

/**
 * Loads the dictionary of the page's language for islands; in the admin area those of
 * administrators and moderators, too. A failed attempt isn't remembered.
 */
export const loadDictionary = (): Promise<TFunction> =>
  (loading ??= initDictionary().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));

/** Loads the moderators' dictionary and adds it to that of islands. */
export async function loadModerationTexts(): Promise<void> {
  await loadDictionary();
  instance.addResourceBundle(
    pageLang(),
    'translation',
    await fetchTexts(`${pageLang()}.moderation`),
    true,
  );
}
