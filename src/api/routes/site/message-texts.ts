import type { Lang } from '#contracts/language.ts';
import { MESSAGE_CATEGORIES } from '#contracts/message-categories.ts';
import { isQueueKind } from '#contracts/notifications.ts';
import type { MessagesReplyWire, MessageWire } from '#contracts/wire/own-content.ts';
import { composeActSentence } from '#i18n/act-texts.ts';
import { banEndValues } from '#i18n/format.ts';
import { type TFunction, translator } from '#i18n/translator.ts';

/* Titles and sentences for notifications (R30): clients don't know the codes. */

const TITLED_NOUNS = ['thread', 'post', 'comment', 'user', 'report', 'database'] as const;

function composeTitle(t: TFunction, action: string): string {
  const about = TITLED_NOUNS.find((noun) => action.startsWith(`${noun}.`));
  return t(`notified.title.${about ?? 'other'}`);
}

type FormatBanEnd = (at: string) => Record<string, string>;

function composeSentence(
  t: TFunction,
  { act, subject, reason = '', ban_end_at, forum_name, theme_name }: MessageWire,
  formatBanEnd: FormatBanEnd,
): string {
  if (!act) return reason || t('notified.title.other');
  return composeActSentence(t, act, {
    ...(subject ? { subject } : {}),
    reason,
    ...(theme_name ? { destination: `${forum_name} · ${theme_name}` } : {}),
    ...(ban_end_at ? { banEnd: formatBanEnd(ban_end_at) } : {}),
  });
}

function addTexts(t: TFunction, message: MessageWire, formatBanEnd: FormatBanEnd): MessageWire {
  if (message.kind === 'reminder')
    return {
      ...message,
      type: t('notified.title.reminder'),
      note: message.note || t('notified.reminded'),
    };
  if (isQueueKind(message.kind)) {
    const isOfLetters = message.forum_id === 0;
    return {
      ...message,
      type: t(`notified.title.${message.kind}`),
      note: t(`notified.queue.${isOfLetters ? 'letters' : message.kind}`, {
        count: message.count ?? 1,
        forum: message.forum_name,
      }),
    };
  }
  if (message.category === MESSAGE_CATEGORIES.system)
    return {
      ...message,
      type: composeTitle(t, message.act ?? ''),
      note: composeSentence(t, message, formatBanEnd),
    };
  if (message.kind === 'like') {
    const liked = message.from_idtype === 'cid' ? 'comment' : message.storey ? 'reply' : 'thread';
    return { ...message, message_fmt: t(`notified.liked.${liked}`) };
  }
  return message;
}

/**
 * Adds title and sentence to messages of moderators and the system, and a sentence to likes of
 * replies. Times are in the community's time zone.
 */
export function addMessageTexts(
  reply: MessagesReplyWire,
  lang: Lang,
  timeZone: string,
): MessagesReplyWire {
  const t = translator(lang);
  const formatBanEnd: FormatBanEnd = (at) => banEndValues(lang, new Date(at), timeZone);
  return { ...reply, data: reply.data.map((message) => addTexts(t, message, formatBanEnd)) };
}
