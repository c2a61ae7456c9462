/* Separate from the kinds (notifications.ts), because every member's page loads this. */

/** Numbers in the API and the database. */
export const MESSAGE_CATEGORIES = {
  /** About the member's threads. */
  threads: 1,
  /** About the member's replies. */
  posts: 2,
  /** From moderators and the system. */
  system: 3,
  /** Private messages, with their own table, numbers and page. */
  letters: 5,
  mentions: 6,
} as const;
export type MessageCategoryId = (typeof MESSAGE_CATEGORIES)[keyof typeof MESSAGE_CATEGORIES];

/** Fields of the API's unread counts. */
export const UNREAD_COUNT_FIELDS = {
  1: 'thread_msg_count',
  2: 'post_msg_count',
  3: 'sys_msg_count',
  5: 'letter_msg_count',
  6: 'at_msg_count',
} as const satisfies Record<MessageCategoryId, string>;
