import type { Lang } from '#contracts/language.ts';
import en from './mail-texts.en.json' with { type: 'json' };
import zh from './mail-texts.zh.json' with { type: 'json' };

/* Not in the dictionaries, which browsers load. In `a|b` the first form is for a `count` of 1. */

export type MailTextKey = keyof typeof zh;

const TEXTS: Readonly<Record<Lang, Readonly<Record<MailTextKey, string>>>> = { zh, en };

export function mailText(
  lang: Lang,
  key: MailTextKey,
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
  return mailText(lang, key in zh ? (key as MailTextKey) : 'happened.system', {
    who: who || mailText(lang, 'somebody'),
    count,
  });
}
