import type { Lang } from '#contracts/language.ts';
import { MESSAGE_CATEGORIES } from '#contracts/notifications.ts';
import type { MessagesReplyWire, MessageWire } from '#contracts/wire/own-content.ts';
import { type TFunction, type TranslationKey, translator } from '#i18n/translator.ts';

/*
 * What moderators did and who liked something, as clients show it: they know no codes, but draw a
 * title and a sentence (R30).
 */

/**
 * A text with a value put in. Names that people give stay out of the translator, which remembers
 * what it was asked for.
 */
const translateWithName = (
  t: TFunction,
  key: TranslationKey,
  name: string,
  value: string,
): string => t(key, { [name]: '\0' }).replace('\0', () => value);

const TITLED_NOUNS = ['thread', 'post', 'comment', 'user', 'report'] as const;

function composeTitle(t: TFunction, action: string): string {
  const about = TITLED_NOUNS.find((noun) => action.startsWith(`${noun}.`));
  return t(`told.title.${about ?? 'other'}`);
}

/** What was done to what, and why. */
function composeSentence(
  t: TFunction,
  { act, subject, reason = '' }: Pick<MessageWire, 'act' | 'subject' | 'reason'>,
): string {
  if (!act) return reason || t('told.title.other');
  const key = `told.act.${act.replaceAll('.', '_')}` as TranslationKey;
  const knownKey = t(key) !== key ? key : ('told.act.other' as const);
  const quotedSubject = subject ? translateWithName(t, 'told.named', 'subject', subject) : '';
  return (
    translateWithName(t, knownKey, 'what', quotedSubject) +
    (reason ? translateWithName(t, 'told.because', 'reason', reason) : '')
  );
}

function addTexts(t: TFunction, message: MessageWire): MessageWire {
  if (message.category === MESSAGE_CATEGORIES.system)
    return {
      ...message,
      type: composeTitle(t, message.act ?? ''),
      note: composeSentence(t, message),
    };
  if (message.kind === 'like')
    return { ...message, message_fmt: t(`told.liked.${message.storey ? 'reply' : 'thread'}`) };
  return message;
}

/**
 * Messages of moderators and the system with a title and a sentence, those of likes with a
 * sentence for what is written in an answer; others as they are.
 */
export function addMessageTexts(reply: MessagesReplyWire, lang: Lang): MessagesReplyWire {
  const t = translator(lang);
  return { ...reply, data: reply.data.map((message) => addTexts(t, message)) };
}
