import type { Lang } from './dictionaries.ts';
import { type TFunction, type TranslationKey, translator } from './translator.ts';

/** Inserts a value into a text. Names bypass the translator, which caches by its parameters. */
const translateWithName = (
  t: TFunction,
  key: TranslationKey,
  name: string,
  value: string,
  others: Record<string, string> = {},
): string => t(key, { ...others, [name]: '\0' }).replace('\0', () => value);

export interface ActDetails {
  /** Of the thread; '' if unknown. */
  subject?: string;
  reason?: string;
  /** Forum and category of a moved thread. */
  destination?: string;
  /** Duration of a ban, see banEndValues. */
  banEnd?: Record<string, string>;
}

/** A sentence with the act, its target and the reason. */
export function composeActSentence(
  t: TFunction,
  act: string,
  { subject = '', reason = '', destination = '', banEnd = {} }: ActDetails,
): string {
  const key = `notified.act.${act.replaceAll('.', '_')}${destination && '_to'}` as TranslationKey;
  const knownKey = t(key) !== key ? key : ('notified.act.other' as const);
  const quotedSubject = subject ? translateWithName(t, 'notified.named', 'subject', subject) : '';
  return (
    translateWithName(t, knownKey, 'what', quotedSubject, { ...banEnd, destination }) +
    (reason ? translateWithName(t, 'notified.because', 'reason', reason) : '')
  );
}

/** The act alone, if subject and reason are shown separately, as in mails. */
export const describeAct = (lang: Lang, act: string): string =>
  composeActSentence(translator(lang), act, {});
