import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, timestampTz } from './columns.ts';
import { user } from './user.ts';

/* What becomes of everything that the forum has of a person: see decisions/own-data.md. */

/** Accounts that are to be deleted, or that were: one row for each. */
export const accountDeletion = pgTable(
  'account_deletion',
  {
    userId: integer()
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** What becomes of threads, replies and comments: keep, or delete as their author would. */
    posts: text({ enum: ['keep', 'delete'] }).notNull(),
    /** The administrator who ordered it; null: the person. */
    orderedBy: integer().references(() => user.id),
    reason: text().notNull().default(''),
    createdAt: createdAt(),
    /** From then on it is carried out. */
    dueAt: timestampTz().notNull(),
    /** Since when it can't be revoked any more. */
    startedAt: timestampTz(),
    finishedAt: timestampTz(),
  },
  (t) => [
    index('account_deletion_due').on(t.dueAt).where(sql`${t.finishedAt} is null`),
    check('account_deletion_posts', sql`${t.posts} in ('keep', 'delete')`),
  ],
);

/** Archives of everything that the forum has of a person. */
export const accountExport = pgTable(
  'account_export',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The administrator who ordered it; null: the person. */
    orderedBy: integer().references(() => user.id),
    state: text({ enum: ['waiting', 'running', 'ready', 'fetched', 'failed', 'expired'] })
      .notNull()
      .default('waiting'),
    /** Bytes of the archive. */
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    /** While it is made: a sign of life. */
    seenAt: timestampTz().notNull().defaultNow(),
    finishedAt: timestampTz(),
    /** Of one that is ready: until when it can be fetched. */
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
