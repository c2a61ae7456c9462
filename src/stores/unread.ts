import { atom } from 'nanostores';
import type { MessageCountsWire } from '#contracts/wire/member.ts';
import { $account, remember } from './account.ts';

/**
 * The reader's unread messages by category, from the first time that the server tells; see live.ts.
 */
export const $counts = atom<MessageCountsWire | undefined>(undefined);

/** Categories of messages, as the API numbers them; letters have a page of their own. */
export const COUNT_OF = {
  1: 'thread_msg_count',
  2: 'post_msg_count',
  3: 'sys_msg_count',
  5: 'letter_msg_count',
  6: 'at_msg_count',
} as const satisfies Record<number, keyof MessageCountsWire>;
export type Category = keyof typeof COUNT_OF;

/** Names of the counts of a category; those of all messages but letters for 0. */
const namesOf = (category: Category | 0) =>
  Object.entries(COUNT_OF).flatMap(([number, name]) =>
    (category === 0 ? Number(number) !== 5 : Number(number) === category) ? [name] : [],
  );

/** How many are unread in a category; 0 is all messages but letters. */
export const unreadIn = (counts: MessageCountsWire | undefined, category: Category | 0): number =>
  counts ? namesOf(category).reduce((all, name) => all + counts[name], 0) : 0;

const sum = (counts: MessageCountsWire): number =>
  Object.values(COUNT_OF).reduce((all, name) => all + counts[name], 0);

/** Takes over what the server said, for the header too. */
export function heed(counts: MessageCountsWire): void {
  $counts.set(counts);
  const account = $account.get();
  if (account && account.unread !== sum(counts)) remember({ ...account, unread: sum(counts) });
}

/**
 * Counts what was just read here before the server says so: one of a category, all of it, or all
 * messages but letters.
 */
export function countRead(category: Category | 0, how: 'one' | 'all'): void {
  const counts = $counts.get();
  if (!counts) return;
  const left = { ...counts };
  for (const name of namesOf(category))
    left[name] = how === 'all' ? 0 : Math.max(0, counts[name] - 1);
  heed(left);
}
