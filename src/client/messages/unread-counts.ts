import { atom } from 'nanostores';
import {
  MESSAGE_CATEGORIES,
  type MessageCategoryId,
  UNREAD_COUNT_FIELDS,
} from '#contracts/message-categories.ts';
import type { MessageCountsWire } from '#contracts/wire/own-content.ts';
import { $account, setAccount } from '../account/account.ts';

/** Unread counts by category; undefined until loaded. See client/core/live-updates.ts. */
export const $unreadCounts = atom<MessageCountsWire | undefined>(undefined);

/** Count fields of a category; 0 is all except private messages. */
const countFields = (category: MessageCategoryId | 0) =>
  Object.entries(UNREAD_COUNT_FIELDS).flatMap(([number, name]) =>
    (category === 0 ? Number(number) !== MESSAGE_CATEGORIES.letters : Number(number) === category)
      ? [name]
      : [],
  );

/** 0 is all except private messages. */
export const unreadCount = (
  counts: MessageCountsWire | undefined,
  category: MessageCategoryId | 0,
): number => (counts ? countFields(category).reduce((all, name) => all + counts[name], 0) : 0);

const totalUnread = (counts: MessageCountsWire): number =>
  Object.values(UNREAD_COUNT_FIELDS).reduce((all, name) => all + counts[name], 0);

/** Also updates the header. */
export function setUnreadCounts(counts: MessageCountsWire): void {
  $unreadCounts.set(counts);
  const account = $account.get();
  if (account && account.unread !== totalUnread(counts))
    setAccount({ ...account, unread: totalUnread(counts) });
}

/** Subtracts one message of a category, or all, until the server sends new counts. */
export function countAsRead(category: MessageCategoryId | 0, how: 'one' | 'all'): void {
  const counts = $unreadCounts.get();
  if (!counts) return;
  const remaining = { ...counts };
  for (const name of countFields(category))
    remaining[name] = how === 'all' ? 0 : Math.max(0, counts[name] - 1);
  setUnreadCounts(remaining);
}
