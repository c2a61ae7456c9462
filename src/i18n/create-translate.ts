import type { Lang } from './dictionaries.ts';
import { formatNumber } from './format.ts';
import type { TFunction } from './translation-key.ts';

/** A dictionary: texts by key, nested in groups. */
export interface Texts {
  readonly [name: string]: string | Texts;
}

const getOwn = <Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

function findText(dictionary: Texts, key: string): string | undefined {
  const text = key
    .split('.')
    .reduce<string | Texts | undefined>(
      (group, name) => (typeof group === 'object' ? getOwn(group, name) : undefined),
      dictionary,
    );
  return typeof text === 'string' ? text : undefined;
}

/**
 * Translates like i18next, with the features that our dictionaries use: groups, `context`, plurals
 * by `count`, {{values}} and {{numbers, number}}. i18next would add 13 kB in browsers
 * (decisions/published-pages.md). The first of `dictionaries` that has a key wins, and it may grow
 * later. A missing key is its own text.
 */
export function createTranslate(lang: Lang, dictionaries: readonly Texts[]): TFunction {
  const plurals = new Intl.PluralRules(lang);
  const formsOf = (name: string, count: string | number | undefined): string[] =>
    count === undefined
      ? [name]
      : [
          ...(count === 0 ? [`${name}_zero`] : []),
          `${name}_${plurals.select(Number(count))}`,
          name,
        ];
  return (key, values = {}) => {
    const { context, count } = values;
    const text = (context ? [`${key}_${context}`, key] : [key])
      .flatMap((name) => formsOf(name, count))
      .flatMap((name) => dictionaries.map((dictionary) => findText(dictionary, name)))
      .find((found) => found !== undefined);
    return (text ?? key).replace(
      /\{\{(\w+)(, number)?\}\}/g,
      (_, name: string, isNumber: string | undefined) => {
        const value = getOwn(values, name) ?? '';
        return isNumber ? formatNumber(lang, Number(value)) : String(value);
      },
    );
  };
}
