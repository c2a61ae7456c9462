import { createHash } from 'node:crypto';
import { MESSAGE_CATEGORIES } from '#contracts/message-categories.ts';
import { clientPagePath, lettersPath, type Root, rootOf } from '#contracts/paths.ts';
import { type PushMessage, SUMMARY_TAG } from '#contracts/pushing.ts';
import { truncateText } from '#contracts/truncate-text.ts';
import { describeItem } from '../mail/compose.ts';
import { mailText } from '../mail/mail-texts.ts';
import type { LetterItem, MailContents, MailItem, Receiver } from '../mail/read-contents.ts';

/* Lock screens show messages, so they contain no text of private messages or moderators. */

/** More messages are merged into one. */
const MAX_MESSAGES = 3;
const MAX_BODY_CHARACTERS = 160;

const cut = (text: string): string => truncateText(text, MAX_BODY_CHARACTERS);

function itemMessage(receiver: Receiver, root: Root, item: MailItem, tag: string): PushMessage {
  const { lead, title, text, path } = describeItem(receiver, item, root);
  const isOfModerators = item.category === MESSAGE_CATEGORIES.system;
  const lines = [title, isOfModerators ? '' : text].filter((line) => line !== '');
  return { title: lead, body: lines.map(cut).join('\n'), path, tag };
}

function letterMessage(receiver: Receiver, root: Root, letter: LetterItem): PushMessage {
  const { senderId, nickname, events } = letter;
  return {
    title: mailText(receiver.lang, 'letter', { who: nickname, count: events }),
    body: '',
    path: lettersPath(root, senderId),
    tag: letterTag(senderId),
  };
}

/** Tag of private messages from one member. */
export const letterTag = (senderId: number): string => `letter:${senderId}`;

/** Composes messages for one site; `tags` has the notifications' tags by id. */
export function composeMessages(
  receiver: Receiver,
  isPhone: boolean,
  { items, letters }: MailContents,
  tags: ReadonlyMap<number, string>,
): PushMessage[] {
  const root = rootOf(isPhone ? 'phone' : 'desktop', receiver.lang);
  const messages = [
    ...letters.map((letter) => letterMessage(receiver, root, letter)),
    ...items.map((item) => itemMessage(receiver, root, item, tags.get(item.id) ?? SUMMARY_TAG)),
  ];
  if (messages.length <= MAX_MESSAGES) return messages;
  return [
    {
      title: mailText(receiver.lang, 'subjects.many', { count: messages.length }),
      body: messages
        .slice(0, MAX_MESSAGES)
        .map(({ title }) => cut(title))
        .join('\n'),
      path: clientPagePath(root, 'me/messages'),
      tag: SUMMARY_TAG,
    },
  ];
}

/** Topic by which a push service replaces undelivered messages (RFC 8030). */
export const topicOf = (tag: string): string =>
  createHash('sha256').update(tag).digest('base64url').slice(0, 32);
