import { atom } from 'nanostores';
import type { MessageCountsWire } from '#contracts/wire/own-content.ts';
import { $account, setAccount } from '../account/account.ts';

/**
 * The reader's unread messages by category, from the first time that the server tells; see live.ts.
 */
export const $unreadCounts = atom<MessageCountsWire | undefined>(undefined);

/** Categories of messages, as the API numbers them; letters have a page of their own. */
export const COUNT_FIELD = {
  1: 'thread_msg_count',
  2: 'post_msg_count',
  3: 'sys_msg_count',
  5: 'letter_msg_count',
  6: 'at_msg_count',
} as const satisfies Record<number, keyof MessageCountsWire>;
export type UnreadCategory = keyof typeof COUNT_FIELD;

/** Names of the counts of a category; those of all messages but letters for 0. */
const countFields = (category: UnreadCategory | 0) =>
  Object.entries(COUNT_FIELD).flatMap(([number, name]) =>
    (category === 0 ? Number(number) !== 5 : Number(number) === category) ? [name] : [],
  );

/** How many are unread in a category; 0 is all messages but letters. */
export const unreadCount = (
  counts: MessageCountsWire | undefined,
  category: UnreadCategory | 0,
): number => (counts ? countFields(category).reduce((all, name) => all + counts[name], 0) : 0);

const totalUnread = (counts: MessageCountsWire): number =>
  Object.values(COUNT_FIELD).reduce((all, name) => all + counts[name], 0);

/** Takes over what the server said, for the header too. */
export function setUnreadCounts(counts: MessageCountsWire): void {
  $unreadCounts.set(counts);
  const account = $account.get();
  if (account && account.unread !== totalUnread(counts))
    setAccount({ ...account, unread: totalUnread(counts) });
}

/**
 * Counts what was just read here before the server says so: one of a category, all of it, or all
 * messages but letters.
 */
export function countAsRead(category: UnreadCategory | 0, how: 'one' | 'all'): void {
  const counts = $unreadCounts.get();
  if (!counts) return;
  const remaining = { ...counts };
  for (const name of countFields(category))
    remaining[name] = how === 'all' ? 0 : Math.max(0, counts[name] - 1);
  setUnreadCounts(remaining);
}
