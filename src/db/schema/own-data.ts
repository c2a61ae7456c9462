import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, timestampTz } from './columns.ts';
import { user } from './user.ts';

/* Deletion and export of personal data (decisions/own-data.md). */

/** Requested and finished account deletions, one row each. */
export const accountDeletion = pgTable(
  'account_deletion',
  {
    userId: integer()
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Keep threads, replies and comments, or delete them as the author would. */
    posts: text({ enum: ['keep', 'delete'] }).notNull(),
    /** The administrator who requested it; null: the person. */
    orderedBy: integer().references(() => user.id),
    reason: text().notNull().default(''),
    createdAt: createdAt(),
    /** When it is carried out. */
    dueAt: timestampTz().notNull(),
    /** When it became irrevocable. */
    startedAt: timestampTz(),
    finishedAt: timestampTz(),
  },
  (t) => [
    index('account_deletion_due').on(t.dueAt).where(sql`${t.finishedAt} is null`),
    check('account_deletion_posts', sql`${t.posts} in ('keep', 'delete')`),
  ],
);

/** Archives of a person's data. */
export const accountExport = pgTable(
  'account_export',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The administrator who requested it; null: the person. */
    orderedBy: integer().references(() => user.id),
    state: text({ enum: ['waiting', 'running', 'ready', 'fetched', 'failed', 'expired'] })
      .notNull()
      .default('waiting'),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    /** Heartbeat while it is created. */
    seenAt: timestampTz().notNull().defaultNow(),
    finishedAt: timestampTz(),
    /** When a finished archive expires. */
    expiresAt: timestampTz(),
  },
  (t) => [
    index('account_export_user').on(t.userId, t.id.desc().nullsFirst()),
    index('account_export_open').on(t.seenAt).where(sql`${t.state} in ('waiting', 'running')`),
    index('account_export_expiry').on(t.expiresAt).where(sql`${t.state} = 'ready'`),
    check(
      'account_export_state',
      sql`${t.state} in ('waiting', 'running', 'ready', 'fetched', 'failed', 'expired')`,
    ),
  ],
);
