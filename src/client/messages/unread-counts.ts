import { atom } from 'nanostores';
import {
  MESSAGE_CATEGORIES,
  type MessageCategoryId,
  UNREAD_COUNT_FIELDS,
} from '#contracts/message-categories.ts';
import type { MessageCountsWire } from '#contracts/wire/own-content.ts';
import { $account, setAccount } from '../account/account.ts';

/**
 * The reader's unread counts by category; undefined until the server has sent them. See
 * client/core/live-updates.ts.
 */
export const $unreadCounts = atom<MessageCountsWire | undefined>(undefined);

/** Names of the counts of a category; those of all messages but letters for 0. */
const countFields = (category: MessageCategoryId | 0) =>
  Object.entries(UNREAD_COUNT_FIELDS).flatMap(([number, name]) =>
    (category === 0 ? Number(number) !== MESSAGE_CATEGORIES.letters : Number(number) === category)
      ? [name]
      : [],
  );

/** How many are unread in a category; 0 is all messages but letters. */
export const unreadCount = (
  counts: MessageCountsWire | undefined,
  category: MessageCategoryId | 0,
): number => (counts ? countFields(category).reduce((all, name) => all + counts[name], 0) : 0);

const totalUnread = (counts: MessageCountsWire): number =>
  Object.values(UNREAD_COUNT_FIELDS).reduce((all, name) => all + counts[name], 0);

/** Sets the server's counts, for the header, too. */
export function setUnreadCounts(counts: MessageCountsWire): void {
  $unreadCounts.set(counts);
  const account = $account.get();
  if (account && account.unread !== totalUnread(counts))
    setAccount({ ...account, unread: totalUnread(counts) });
}

/**
 * Subtracts what was just read before the server sends new counts: one message of a category, all
 * of them, or all messages but letters.
 */
export function countAsRead(category: MessageCategoryId | 0, how: 'one' | 'all'): void {
  const counts = $unreadCounts.get();
  if (!counts) return;
  const remaining = { ...counts };
  for (const name of countFields(category))
    remaining[name] = how === 'all' ? 0 : Math.max(0, counts[name] - 1);
  setUnreadCounts(remaining);
}
