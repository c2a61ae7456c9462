import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { WatchKind, WatchLevel } from '#contracts/watching.ts';
import { booleanFlag, createdAt } from './columns.ts';
import { user } from './user.ts';

/** Watched and muted targets: see contracts/watching.ts. */
export const watch = pgTable(
  'watch',
  {
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    kind: text().$type<WatchKind>().notNull(),
    /** The id of the thread, forum, section or user. */
    targetId: integer().notNull(),
    level: text().$type<WatchLevel>().notNull(),
    /** Chosen by the user; false if they watch the thread because they wrote in it. */
    chosen: booleanFlag(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind, t.targetId] }),
    // Receivers of an event: a range of this index.
    index('watch_target')
      .on(t.kind, t.targetId, t.userId)
      .where(sql`${t.level} in ('all', 'threads')`),
    // A user's muted targets, which each of their pages reads.
    index('watch_muted').on(t.userId, t.kind, t.targetId).where(sql`${t.level} = 'muted'`),
    index('watch_user').on(t.userId, t.createdAt.desc().nullsFirst()),
    check('watch_kind', sql`${t.kind} in ('thread', 'forum', 'section', 'user')`),
    check('watch_level', sql`${t.level} in ('all', 'threads', 'mentions', 'muted')`),
  ],
);

/** Posts whose watchers aren't notified yet: domain/delivery/watch/notify-watchers.ts. */
export const unannouncedPost = pgTable('unannounced_post', {
  /** No foreign key: each reply would look it up. */
  postId: integer().primaryKey(),
  /** Users notified at write time: the quoted, the mentioned and the thread's author. */
  notified: integer().array().notNull().default(sql`'{}'`),
  /** Failed attempts to notify. */
  tries: integer().notNull().default(0),
});
