import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { WatchKind, WatchLevel } from '#contracts/watching.ts';
import { booleanFlag, createdAt } from './columns.ts';
import { user } from './user.ts';

/** What somebody watches, or mutes: see contracts/watching.ts. */
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
    /** Its owner chose it; false for a thread that is watched because they wrote in it. */
    chosen: booleanFlag(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind, t.targetId] }),
    // Whom something new is told: a range of this index.
    index('watch_target')
      .on(t.kind, t.targetId, t.userId)
      .where(sql`${t.level} in ('all', 'threads')`),
    // What somebody has muted, which each of their pages asks for.
    index('watch_muted').on(t.userId, t.kind, t.targetId).where(sql`${t.level} = 'muted'`),
    index('watch_user').on(t.userId, t.createdAt.desc().nullsFirst()),
    check('watch_kind', sql`${t.kind} in ('thread', 'forum', 'section', 'user')`),
    check('watch_level', sql`${t.level} in ('all', 'threads', 'mentions', 'muted')`),
  ],
);

/** Posts of which those who watch are still to be told: see domain/watch/tell-watchers.ts. */
export const untoldPost = pgTable('untold_post', {
  /** No foreign key: it would be looked up with each reply. */
  postId: integer().primaryKey(),
  /** Who was told of it when it was written: who is quoted, mentioned, or began the thread. */
  told: integer().array().notNull().default(sql`'{}'`),
  /** How often telling has failed. */
  tries: integer().notNull().default(0),
});
