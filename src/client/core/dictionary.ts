import { createTranslate, type Texts } from '#i18n/create-translate.ts';
import type { TFunction } from '#i18n/translation-key.ts';
import { pageLang } from './page-info.ts';

let loading: Promise<TFunction> | undefined;
const dictionaries: Texts[] = [];

async function fetchTexts(name: string): Promise<Texts> {
  // The version changes with the texts, so that caches can retain the file forever (R38).
  const reply = await fetch(
    `/assets/i18n/${name}.json?v=${document.documentElement.dataset.i18n ?? ''}`,
  );
  if (!reply.ok) throw new Error(`The texts are not there: ${reply.status}`);
  return (await reply.json()) as Texts;
}

async function initDictionary(): Promise<TFunction> {
  const lang = pageLang();
  dictionaries.push(
    ...(await Promise.all([
      fetchTexts(lang),
      ...(document.body.classList.contains('admin')
        ? [fetchTexts(`${lang}.admin`), fetchTexts(`${lang}.moderation`)]
        : []),
    ])),
  );
  return createTranslate(lang, dictionaries);
}

/** The islands' dictionary; in the admin area also those of moderators and administrators. */
export const loadDictionary = (): Promise<TFunction> =>
  (loading ??= initDictionary().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));

/** Adds the moderators' dictionary. */
export async function loadModerationTexts(): Promise<void> {
  await loadDictionary();
  dictionaries.push(await fetchTexts(`${pageLang()}.moderation`));
}
