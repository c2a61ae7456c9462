import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** Requests counted by rate-limiter-flexible; the columns are the library's. */
export const rateLimit = pgTable('rate_limit', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});
