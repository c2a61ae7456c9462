/* Apart from the kinds (notifications.ts): every page of a member loads the categories. */

/** Categories of messages, as the API and the database number them. */
export const MESSAGE_CATEGORIES = {
  /** About one's own threads. */
  threads: 1,
  /** About one's own replies. */
  posts: 2,
  /** Notices of moderators and of the system. */
  system: 3,
  /** Letters, which have a table, numbers and a page of their own. */
  letters: 5,
  mentions: 6,
} as const;
export type MessageCategoryId = (typeof MESSAGE_CATEGORIES)[keyof typeof MESSAGE_CATEGORIES];

/** The field of the API's unread counts that counts a category. */
export const UNREAD_COUNT_FIELDS = {
  1: 'thread_msg_count',
  2: 'post_msg_count',
  3: 'sys_msg_count',
  5: 'letter_msg_count',
  6: 'at_msg_count',
} as const satisfies Record<MessageCategoryId, string>;
