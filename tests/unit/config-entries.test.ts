import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  CONFIG_NAMES,
  type ConfigFields,
  getConfigEntry,
  toEmptyConfigValue,
  toInitialConfigValue,
} from '#contracts/config-entries.ts';
import { LANGS } from '#contracts/language.ts';
import { CONFIG_SCHEMAS } from '#contracts/wire/admin-config.ts';

type Tree = { [key: string]: string | Tree };
const texts = LANGS.map(
  (lang) =>
    (
      JSON.parse(
        readFileSync(
          new URL(`../../public/assets/i18n/${lang}.admin.json`, import.meta.url),
          'utf8',
        ),
      ) as { admin: { config: Tree } }
    ).admin.config,
);
const hasText = (key: string): boolean =>
  texts.every((tree) => {
    const found = key
      .split('.')
      .reduce<string | Tree | undefined>(
        (branch, part) => (typeof branch === 'object' ? branch[part] : undefined),
        tree,
      );
    return typeof found === 'string';
  });

/** All keys below admin.config that a form shows for these fields. */
const keysOf = (fields: ConfigFields): string[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    `field.${field.label ?? name}`,
    ...(field.hint ? [`hint.${field.hint}`] : []),
    ...(field.kind === 'choice' ? field.options.map((option) => `${field.texts}.${option}`) : []),
    ...(field.kind === 'cards' ? keysOf(field.fields) : []),
  ]);

describe.each(CONFIG_NAMES)('[R34] the entry %s', (name) => {
  const { fields } = getConfigEntry(name);

  test('has a text in both languages for its name, fields, hints and choices', () => {
    expect(
      [`name.${name}`, `text.${name}`, ...keysOf(fields)].filter((key) => !hasText(key)),
    ).toEqual([]);
  });

  test('can be saved while it is empty, and holds nothing but its fields', () => {
    const empty = toEmptyConfigValue(fields);
    expect(CONFIG_SCHEMAS[name].safeParse(empty)).toMatchObject({ success: true, data: empty });
    expect(CONFIG_SCHEMAS[name].safeParse({ ...empty, other: '' }).success).toBe(false);
    for (const field of Object.keys(empty)) {
      const { [field]: _, ...rest } = empty;
      expect(CONFIG_SCHEMAS[name].safeParse(rest).success, field).toBe(false);
    }
  });

  test('can be saved with its initial value', () => {
    const initial = toInitialConfigValue(name);
    expect(CONFIG_SCHEMAS[name].safeParse(initial)).toMatchObject({ success: true, data: initial });
  });

  test('refuses values that are longer, more or other than its fields allow', () => {
    const empty = toEmptyConfigValue(fields);
    for (const [key, field] of Object.entries(fields)) {
      const wrong = {
        text: 'maxLength' in field ? 'x'.repeat(field.maxLength + 1) : 1,
        link: 'javascript:alert(1)',
        picture: '//elsewhere.example',
        colour: '#fefefe',
        number: 'max' in field ? field.max + 1 : 0,
        switch: 'yes',
        choice: 'another',
        hosts: ['com'],
        cards: [{ title: '', link: '', img: { url: '' } }],
      }[field.kind];
      expect(CONFIG_SCHEMAS[name].safeParse({ ...empty, [key]: wrong }).success, key).toBe(false);
    }
  });
});

test('[R34] a card that an older version saved without the newer fields gets them empty', () => {
  const card = { title: 'A card', link: '', img: { url: '' } };
  expect(CONFIG_SCHEMAS.carousel.parse({ cards: [card] })).toEqual({
    cards: [{ ...card, label: '', text: '', action: '', language: 'all', device: 'pc' }],
  });
});
