import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, updatedAt } from './columns.ts';
import { user } from './user.ts';

/** Public configuration (R34); `version` rises with each change, against concurrent overwrites. */
export const configEntry = pgTable('config_entry', {
  id: id(),
  field: text().notNull().unique(),
  value: jsonb().notNull(),
  version: integer().notNull().default(1),
  updatedBy: integer().references(() => user.id),
  updatedAt: updatedAt(),
});
