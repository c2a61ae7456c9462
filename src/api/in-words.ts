import type { Lang } from '#contracts/language.ts';
import type { MessagesReplyWire, MessageWire } from '#contracts/wire/member.ts';
import { type Key, type T, translator } from '#i18n/translate.ts';

/*
 * What moderators did, as clients show it: they know no codes, but draw a title and a sentence
 * (R30).
 */

/** Category of what moderators and the system say. */
const SYSTEM = 3;

/**
 * A text with a value put in. Names that people give stay out of the translator, which remembers
 * what it was asked for.
 */
const filled = (t: T, key: Key, name: string, value: string): string =>
  t(key, { [name]: '\0' }).replace('\0', () => value);

const TITLES = ['thread', 'post', 'comment', 'user', 'report'] as const;

function titleOf(t: T, act: string): string {
  const about = TITLES.find((one) => act.startsWith(`${one}.`));
  return t(`told.title.${about ?? 'other'}`);
}

/** What was done to what, and why. */
function sentenceOf(
  t: T,
  { act, subject, reason = '' }: Pick<MessageWire, 'act' | 'subject' | 'reason'>,
): string {
  if (!act) return reason || t('told.title.other');
  const key = `told.act.${act.replaceAll('.', '_')}` as Key;
  const known = t(key) !== key ? key : ('told.act.other' as const);
  const what = subject ? filled(t, 'told.named', 'subject', subject) : '';
  return (
    filled(t, known, 'what', what) + (reason ? filled(t, 'told.because', 'reason', reason) : '')
  );
}

/** Messages of moderators and the system with a title and a sentence; others as they are. */
export function inWords(reply: MessagesReplyWire, lang: Lang): MessagesReplyWire {
  const t = translator(lang);
  const tell = (message: MessageWire): MessageWire =>
    message.category === SYSTEM
      ? { ...message, type: titleOf(t, message.act ?? ''), note: sentenceOf(t, message) }
      : message;
  return { ...reply, data: reply.data.map(tell) };
}
