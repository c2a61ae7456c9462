import { expect, test } from 'vitest';
import { createTranslate, type Texts } from '#i18n/create-translate.ts';
import { dictionaries, type Lang } from '#i18n/dictionaries.ts';
import { type TranslationKey, translator } from '#i18n/translator.ts';

/** All keys, with their plural forms and contexts as keys of their own. */
const keysOf = (texts: Texts, path = ''): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [`${path}${name}`] : keysOf(text, `${path}${name}.`),
  );
const withoutForm = (key: string): string => key.replace(/_(?:zero|one|other)$/, '');
/** A value for each placeholder but `count`: a number if the text formats one. */
const valuesFor = (texts: Texts): Record<string, string | number> =>
  Object.fromEntries(
    [...JSON.stringify(texts).matchAll(/{{(\w+)(, number)?}}/g)]
      .filter(([, name]) => name !== 'count')
      .map(([, name, isNumber]) => [name as string, isNumber ? 12_345 : `$& {{${name}}} <i>`]),
  );

for (const lang of ['zh', 'en'] as const satisfies readonly Lang[])
  test(`[R2, R38] islands have the same texts in ${lang} as pages, with every plural form`, () => {
    const texts: Texts = dictionaries[lang];
    const onPages = translator(lang);
    const inIslands = createTranslate(lang, [texts]);
    const named = valuesFor(texts);
    const keys = [...new Set(keysOf(texts).flatMap((key) => [key, withoutForm(key)]))];
    expect(keys.length).toBeGreaterThan(1_000);
    for (const key of keys as TranslationKey[]) {
      if (!/{{|NaN/.test(onPages(key))) expect(inIslands(key)).toBe(onPages(key));
      for (const values of [
        ...(/NaN|{{count/.test(onPages(key, named)) ? [] : [named]),
        ...[0, 1, 2, 1_000].map((count) => ({ ...named, count })),
        { ...named, count: '1' },
        { ...named, context: 'subject', count: 1 },
        { ...named, context: '', count: 3 },
      ])
        expect(inIslands(key, values), `${key} of ${values.count}`).toBe(onPages(key, values));
    }
    expect(inIslands('no.such.text' as TranslationKey)).toBe('no.such.text');
  });

test('[R18] texts of moderators are added to those of islands, which stay as they are', () => {
  const parts: Texts[] = [{ group: { own: 'own' } }];
  const t = createTranslate('en', parts) as (key: string) => string;
  expect(t('group.more')).toBe('group.more');
  parts.push({ group: { own: 'other', more: 'more' } });
  expect([t('group.own'), t('group.more')]).toEqual(['own', 'more']);
});
