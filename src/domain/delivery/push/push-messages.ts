import { createHash } from 'node:crypto';
import { MESSAGE_CATEGORIES } from '#contracts/message-categories.ts';
import { clientPagePath, lettersPath, type Root, rootOf } from '#contracts/paths.ts';
import { type PushMessage, SUMMARY_TAG } from '#contracts/pushing.ts';
import { truncateText } from '#contracts/truncate-text.ts';
import type { Contents, Item, LetterItem, Receiver } from '../contents.ts';
import { describeItem } from '../describe-item.ts';
import { deliveryText } from '../texts.ts';

/* Lock screens show messages, so they contain no text of private messages or moderators. */

/** More messages are merged into one. */
const MAX_MESSAGES = 3;
const MAX_BODY_CHARACTERS = 160;

const cut = (text: string): string => truncateText(text, MAX_BODY_CHARACTERS);

function itemMessage(receiver: Receiver, root: Root, item: Item): PushMessage {
  const { lead, title, text, path } = describeItem(receiver, item, root);
  const isOfModerators = item.category === MESSAGE_CATEGORIES.system;
  const lines = [title, isOfModerators ? '' : text].filter((line) => line !== '');
  return { title: lead, body: lines.map(cut).join('\n'), path, tag: item.key };
}

function letterMessage(receiver: Receiver, root: Root, letter: LetterItem): PushMessage {
  const { key, senderId, nickname, events } = letter;
  return {
    title: deliveryText(receiver.lang, 'letter', { who: nickname, count: events }),
    body: '',
    path: lettersPath(root, senderId),
    tag: key,
  };
}

/** Composes messages for one site. */
export function composeMessages(
  receiver: Receiver,
  isPhone: boolean,
  { items, letters }: Contents,
): PushMessage[] {
  const root = rootOf(isPhone ? 'phone' : 'desktop', receiver.lang);
  const messages = [
    ...letters.map((letter) => letterMessage(receiver, root, letter)),
    ...items.map((item) => itemMessage(receiver, root, item)),
  ];
  if (messages.length <= MAX_MESSAGES) return messages;
  return [
    {
      title: deliveryText(receiver.lang, 'subjects.many', { count: messages.length }),
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
