import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { counter, createdAt, id, timestampTz } from './columns.ts';
import { user } from './user.ts';

/** Notifications. Categories: 1 threads, 2 posts, 3 system, 5 private messages, 6 mentions. */
export const notification = pgTable(
  'notification',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    category: smallint().notNull(),
    /** A kind of contracts/notifications.ts. */
    kind: text().notNull(),
    actorId: integer().references(() => user.id),
    threadId: integer(),
    postId: integer(),
    commentId: integer(),
    /** The forum of content pending review; 0 for a reported private message. */
    forumId: integer(),
    count: counter().default(1),
    /** Merges a user's unread notifications, such as replies in one thread, into the first. */
    groupKey: text(),
    note: text().notNull().default(''),
    /** For the kinds moderation and report: the action, as in the action log. */
    act: text().notNull().default(''),
    createdAt: createdAt(),
    readAt: timestampTz(),
  },
  (t) => [
    index('notification_user').on(t.userId, t.category, t.id.desc().nullsFirst()),
    index('notification_unread').on(t.userId, t.category).where(sql`${t.readAt} is null`),
    // Likes of one thread, reply or comment share a notification, which each like makes new again.
    uniqueIndex('notification_like')
      .on(t.userId, t.threadId, sql`coalesce(${t.postId}, 0)`, sql`coalesce(${t.commentId}, 0)`)
      .where(sql`${t.kind} = 'like'`),
    uniqueIndex('notification_group')
      .on(t.userId, t.groupKey)
      .where(sql`${t.readAt} is null and ${t.groupKey} is not null`),
    index('notification_queue')
      .on(t.forumId, t.kind, t.userId)
      .where(sql`${t.forumId} is not null`),
    check('notification_category', sql`${t.category} in (1, 2, 3, 6)`),
  ],
);

export const letter = pgTable(
  'letter',
  {
    id: id(),
    senderId: integer()
      .notNull()
      .references(() => user.id),
    receiverId: integer()
      .notNull()
      .references(() => user.id),
    html: text().notNull(),
    source: text().notNull(),
    policy: integer().notNull(),
    createdAt: createdAt(),
    readAt: timestampTz(),
    deletedBySender: timestampTz(),
    deletedByReceiver: timestampTz(),
    /** When an administrator hid it from the receiver, who had reported it. */
    hiddenAt: timestampTz(),
  },
  (t) => [
    index('letter_pair').on(
      sql`least(${t.senderId}, ${t.receiverId})`,
      sql`greatest(${t.senderId}, ${t.receiverId})`,
      t.id.desc().nullsFirst(),
    ),
    index('letter_inbox').on(t.receiverId, t.id.desc().nullsFirst()),
    index('letter_unread')
      .on(t.receiverId, t.senderId)
      .where(sql`${t.readAt} is null and ${t.deletedByReceiver} is null`),
    check('letter_not_to_self', sql`${t.senderId} <> ${t.receiverId}`),
  ],
);

/** A user's conversations, by their last private message. Sending and deleting update it. */
export const conversation = pgTable(
  'conversation',
  {
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    otherId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The newest message that this participant hasn't deleted. */
    lastLetterId: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.otherId] }),
    index('conversation_last').on(t.userId, t.lastLetterId.desc().nullsFirst()),
  ],
);

/** Users whose private messages a user refuses. */
export const letterBlock = pgTable(
  'letter_block',
  {
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    blockedId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.blockedId] })],
);
