import i18next from 'i18next';
import type { T } from '#i18n/key.ts';
import { pageLang } from './page.ts';

let loading: Promise<T> | undefined;
const instance = i18next.createInstance();

async function texts(name: string): Promise<Record<string, string>> {
  // The version changes with the texts, so caches may keep the file for good (R38).
  const reply = await fetch(
    `/assets/i18n/${name}.json?v=${document.documentElement.dataset.i18n ?? ''}`,
  );
  if (!reply.ok) throw new Error(`The texts are not there: ${reply.status}`);
  return (await reply.json()) as Record<string, string>;
}

async function load(): Promise<T> {
  const lang = pageLang();
  const parts = await Promise.all([
    texts(lang),
    ...(document.body.classList.contains('admin')
      ? [texts(`${lang}.admin`), texts(`${lang}.moderation`)]
      : []),
  ]);
  await instance.init({
    lng: lang,
    resources: { [lang]: { translation: Object.assign({}, ...parts) as Record<string, string> } },
    interpolation: { escapeValue: false }, // React escapes
  });
  return instance.getFixedT(lang) as unknown as T;
}

/**
 * The texts of the page's language, for islands; in the admin area its own and those of moderators
 * too. A failed attempt is forgotten.
 */
export const loadDictionary = (): Promise<T> =>
  (loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));

/** Adds the texts that only moderators read to those of islands. */
export async function loadModerationTexts(): Promise<void> {
  await loadDictionary();
  instance.addResourceBundle(
    pageLang(),
    'translation',
    await texts(`${pageLang()}.moderation`),
    true,
  );
}
