import type { Lang } from '#contracts/language.ts';
import en from './mail-texts.en.json' with { type: 'json' };
import zh from './mail-texts.zh.json' with { type: 'json' };

/*
 * Words of letters. They aren't in the dictionaries, which browsers load: the server alone writes
 * letters. A text with two forms, on both sides of a `|`, has the first for a `count` of 1.
 */

export type MailTextKey = keyof typeof zh;

const TEXTS: Readonly<Record<Lang, Readonly<Record<MailTextKey, string>>>> = { zh, en };

/** A text with its values put in. */
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

/** The sentence of a kind that this version may not know. */
export function happenedText(lang: Lang, kind: string, who: string, count: number): string {
  const key = `happened.${kind}`;
  return mailText(lang, key in zh ? (key as MailTextKey) : 'happened.system', {
    who: who || mailText(lang, 'somebody'),
    count,
  });
}
