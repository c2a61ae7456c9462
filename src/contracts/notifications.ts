import { MESSAGE_CATEGORIES, type MessageCategoryId } from './message-categories.ts';

/*
 * The registry of notifications (R30): a new kind is an entry here, a text in both dictionaries
 * (messages.kind, and settings.notices for an optional one), and the call of notifyUsers, or
 * the recipients of a statement, where it happens.
 */

interface NotificationKindEntry {
  category: MessageCategoryId;
  /** Members can switch it off in their settings. */
  isOptional: boolean;
  /** Only moderators get it, and are offered the choice. */
  isForModerators?: true;
}

/**
 * Each kind by its name in the database, on the wire and in the dictionaries, in the order of the
 * settings.
 */
export const NOTIFICATION_KINDS = {
  reply: { category: MESSAGE_CATEGORIES.threads, isOptional: true },
  quote: { category: MESSAGE_CATEGORIES.posts, isOptional: true },
  comment: { category: MESSAGE_CATEGORIES.posts, isOptional: true },
  mention: { category: MESSAGE_CATEGORIES.mentions, isOptional: true },
  /** A reply in a thread that the member watches, or by somebody whom they watch. */
  watch: { category: MESSAGE_CATEGORIES.threads, isOptional: true },
  /** A thread in a forum that the member watches, or by somebody whom they watch. */
  newThread: { category: MESSAGE_CATEGORIES.threads, isOptional: true },
  /** Likes of a thread are in the category `threads`, see domain/reaction/like.ts. */
  like: { category: MESSAGE_CATEGORIES.posts, isOptional: true },
  /** Reports wait in a forum of the moderator, see domain/notification/queue-notices.ts. */
  reportQueue: { category: MESSAGE_CATEGORIES.system, isOptional: true, isForModerators: true },
  /** Posts or comments wait for review there. */
  reviewQueue: { category: MESSAGE_CATEGORIES.system, isOptional: true, isForModerators: true },
  /** What a moderator did to what the member wrote. */
  moderation: { category: MESSAGE_CATEGORIES.system, isOptional: false },
  /** What came of the member's report. */
  report: { category: MESSAGE_CATEGORIES.system, isOptional: false },
  /** A reminder that the member set on a bookmark. */
  reminder: { category: MESSAGE_CATEGORIES.system, isOptional: false },
  system: { category: MESSAGE_CATEGORIES.system, isOptional: false },
} as const satisfies Record<string, NotificationKindEntry>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;
type KindEntries = typeof NOTIFICATION_KINDS;
export type OptionalNotificationKind = {
  [Kind in NotificationKind]: KindEntries[Kind]['isOptional'] extends true ? Kind : never;
}[NotificationKind];

const ALL_KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];

/** The kinds that members can do without. */
export const OPTIONAL_NOTIFICATION_KINDS = ALL_KINDS.filter(
  (kind): kind is OptionalNotificationKind => NOTIFICATION_KINDS[kind].isOptional,
);

/** The kinds of what waits for moderators: one notification for each forum. */
export type QueueNotificationKind = {
  [Kind in NotificationKind]: KindEntries[Kind] extends { isForModerators: true } ? Kind : never;
}[NotificationKind];

export const QUEUE_NOTIFICATION_KINDS = ALL_KINDS.filter(
  (kind): kind is QueueNotificationKind => 'isForModerators' in NOTIFICATION_KINDS[kind],
);

export const isQueueKind = (name: string | undefined): name is QueueNotificationKind =>
  QUEUE_NOTIFICATION_KINDS.some((kind) => kind === name);

/** The kind of that name; `system` for one that this version doesn't know. */
export const toNotificationKind = (name: string | undefined): NotificationKind =>
  ALL_KINDS.find((kind) => kind === name) ?? 'system';
