import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';
import { user } from './user.ts';

/** Content that a sent key refers to; a thread is its first post. */
export const SENT_KINDS = ['post', 'comment', 'letter'] as const;
export type SentKind = (typeof SENT_KINDS)[number];

/** Content by idempotency key: a repeated call writes nothing (decisions/outbox.md). */
export const sentWrite = pgTable(
  'sent_write',
  {
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    key: uuid().notNull(),
    kind: text({ enum: SENT_KINDS }).notNull(),
    /** No foreign key: purged content isn't written again either. */
    contentId: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'sent_write_key', columns: [t.userId, t.key] }),
    index('sent_write_age').on(t.createdAt),
  ],
);
