import type { Lang } from './dictionaries.ts';
import { type TFunction, type TranslationKey, translator } from './translator.ts';

/* What moderators did, as sentences for who is told. */

/**
 * A text with a value put in. Names that people give stay out of the translator, which remembers
 * what it was asked for.
 */
const translateWithName = (
  t: TFunction,
  key: TranslationKey,
  name: string,
  value: string,
  others: Record<string, string> = {},
): string => t(key, { ...others, [name]: '\0' }).replace('\0', () => value);

/** What an act, as the action log names it, was done to. */
export interface ActDetails {
  /** Of the thread; '' names none. */
  subject?: string;
  reason?: string;
  /** How long a ban lasts, see banEndValues. */
  banEnd?: Record<string, string>;
}

/** What was done to what, and why. */
export function composeActSentence(
  t: TFunction,
  act: string,
  { subject = '', reason = '', banEnd = {} }: ActDetails,
): string {
  const key = `told.act.${act.replaceAll('.', '_')}` as TranslationKey;
  const knownKey = t(key) !== key ? key : ('told.act.other' as const);
  const quotedSubject = subject ? translateWithName(t, 'told.named', 'subject', subject) : '';
  return (
    translateWithName(t, knownKey, 'what', quotedSubject, banEnd) +
    (reason ? translateWithName(t, 'told.because', 'reason', reason) : '')
  );
}

/** What was done, where the subject and the reason stand beside it, as in letters. */
export const describeAct = (lang: Lang, act: string): string =>
  composeActSentence(translator(lang), act, {});
