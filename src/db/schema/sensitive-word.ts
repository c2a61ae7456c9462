import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { booleanFlag, createdAt, id, updatedAt, version } from './columns.ts';
import { user } from './user.ts';

export const sensitiveWord = pgTable(
  'sensitive_word',
  {
    id: id(),
    word: text().notNull(),
    /** As compared by screening: case, width, script and separators are folded. */
    normalized: text().notNull().unique(),
    action: text().notNull(),
    replacement: text().notNull().default(''),
    createdBy: integer()
      .notNull()
      .references(() => user.id),
    enabled: booleanFlag().default(true),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [check('sensitive_word_action', sql`${t.action} in ('ban', 'review', 'replace')`)],
);
