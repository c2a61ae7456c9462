import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { timestampTz } from './columns.ts';
import { forum } from './forum.ts';
import { user } from './user.ts';

/** A user's read position in a thread (decisions/reading-and-watching.md). */
export const threadRead = pgTable(
  'thread_read',
  {
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** No foreign key: deleting a thread must not look up its readers. */
    threadId: integer().notNull(),
    /** The last floor that was read; 0 is the first post. */
    floor: integer().notNull(),
    readAt: timestampTz().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.threadId] }),
    // For deleting the oldest.
    index('thread_read_age').on(t.userId, t.readAt.desc().nullsFirst()),
  ],
);

/** When the user last marked all of a forum as read. */
export const forumRead = pgTable(
  'forum_read',
  {
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    forumId: integer()
      .notNull()
      .references(() => forum.id, { onDelete: 'cascade' }),
    readBefore: timestampTz().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.forumId] })],
);
