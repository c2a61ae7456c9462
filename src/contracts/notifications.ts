import { MESSAGE_CATEGORIES, type MessageCategoryId } from './message-categories.ts';

/*
 * Kinds of notifications (R30). A new kind needs an entry here, a text in both dictionaries
 * (messages.kind; settings.notices if optional), and a call of notifyUsers or a statement's
 * recipients.
 */

interface NotificationKindEntry {
  category: MessageCategoryId;
  /** Members can switch it off. */
  isOptional: boolean;
  /** Only for moderators. */
  isForModerators?: true;
}

/** By name in the database, on the wire and in the dictionaries, in the settings' order. */
export const NOTIFICATION_KINDS = {
  reply: { category: MESSAGE_CATEGORIES.threads, isOptional: true },
  quote: { category: MESSAGE_CATEGORIES.posts, isOptional: true },
  comment: { category: MESSAGE_CATEGORIES.posts, isOptional: true },
  mention: { category: MESSAGE_CATEGORIES.mentions, isOptional: true },
  /** A reply in a watched thread, or by a watched user. */
  watch: { category: MESSAGE_CATEGORIES.threads, isOptional: true },
  /** A thread in a watched forum, or by a watched user. */
  newThread: { category: MESSAGE_CATEGORIES.threads, isOptional: true },
  /** Likes of a thread have the category `threads`, see domain/content/reaction/like.ts. */
  like: { category: MESSAGE_CATEGORIES.posts, isOptional: true },
  /** Open reports in the moderator's forum, see domain/delivery/notification/queue-notices.ts. */
  reportQueue: { category: MESSAGE_CATEGORIES.system, isOptional: true, isForModerators: true },
  /** Items pending review in the moderator's forum. */
  reviewQueue: { category: MESSAGE_CATEGORIES.system, isOptional: true, isForModerators: true },
  /** A moderator's action on the member's post. */
  moderation: { category: MESSAGE_CATEGORIES.system, isOptional: false },
  /** The result of the member's report. */
  report: { category: MESSAGE_CATEGORIES.system, isOptional: false },
  /** A bookmark's reminder. */
  reminder: { category: MESSAGE_CATEGORIES.system, isOptional: false },
  system: { category: MESSAGE_CATEGORIES.system, isOptional: false },
} as const satisfies Record<string, NotificationKindEntry>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;
type KindEntries = typeof NOTIFICATION_KINDS;
export type OptionalNotificationKind = {
  [Kind in NotificationKind]: KindEntries[Kind]['isOptional'] extends true ? Kind : never;
}[NotificationKind];

const ALL_KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];

/** Kinds that members can switch off. */
export const OPTIONAL_NOTIFICATION_KINDS = ALL_KINDS.filter(
  (kind): kind is OptionalNotificationKind => NOTIFICATION_KINDS[kind].isOptional,
);

/** Moderators get one of these per forum. */
export type QueueNotificationKind = {
  [Kind in NotificationKind]: KindEntries[Kind] extends { isForModerators: true } ? Kind : never;
}[NotificationKind];

export const QUEUE_NOTIFICATION_KINDS = ALL_KINDS.filter(
  (kind): kind is QueueNotificationKind => 'isForModerators' in NOTIFICATION_KINDS[kind],
);

export const isQueueKind = (name: string | undefined): name is QueueNotificationKind =>
  QUEUE_NOTIFICATION_KINDS.some((kind) => kind === name);

/** `system` for a kind that this version doesn't know. */
export const toNotificationKind = (name: string | undefined): NotificationKind =>
  ALL_KINDS.find((kind) => kind === name) ?? 'system';
