import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, timestampTz } from './columns.ts';
import { post } from './post.ts';
import { user } from './user.ts';

/** Posts that somebody comes back to, with a note of their own. Nobody else learns of them. */
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
    /** When its owner wants to be reminded of it; a job does it, see domain/bookmark/remind.ts. */
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
