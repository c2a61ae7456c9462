import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, timestampTz } from './columns.ts';
import { post } from './post.ts';
import { user } from './user.ts';

/** Bookmarked posts, with a private note. Only their owner sees them. */
export const bookmark = pgTable(
  'bookmark',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    postId: integer()
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    note: text().notNull().default(''),
    /** When to remind the owner (domain/reading/bookmark/remind.ts). */
    remindAt: timestampTz(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('bookmark_once').on(t.userId, t.postId),
    index('bookmark_user').on(t.userId, t.id.desc().nullsFirst()),
    index('bookmark_post').on(t.postId),
    index('bookmark_reminder').on(t.remindAt).where(sql`${t.remindAt} is not null`),
  ],
);
