import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** Counters of rate-limiter-flexible; the library defines the columns. */
export const rateLimit = pgTable('rate_limit', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});
