import type { Lang } from '#contracts/language.ts';
import en from './texts.en.json' with { type: 'json' };
import zh from './texts.zh.json' with { type: 'json' };

/* Not in the dictionaries, which browsers load. In `a|b` the first form is for a `count` of 1. */

export type TextKey = keyof typeof zh;

const TEXTS: Readonly<Record<Lang, Readonly<Record<TextKey, string>>>> = { zh, en };

export function deliveryText(
  lang: Lang,
  key: TextKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const forms = TEXTS[lang][key].split('|');
  const form = values.count === 1 ? forms[0] : forms.at(-1);
  const known = new Map(Object.entries(values));
  return (form as string).replace(/\{(\w+)\}/g, (_, name: string) => String(known.get(name)));
}

/** The sentence for a kind of notification; unknown kinds get a general one. */
export function happenedText(lang: Lang, kind: string, who: string, count: number): string {
  const key = `happened.${kind}`;
  return deliveryText(lang, key in zh ? (key as TextKey) : 'happened.system', {
    who: who || deliveryText(lang, 'somebody'),
    count,
  });
}
