import { date, integer, pgTable } from 'drizzle-orm/pg-core';
import { updatedAt } from './columns.ts';

/* Figures of the dashboard about members: numbers only, never a member. */

/** Counts of domain/dashboard/count-members.ts for a day (in the community's time zone). */
export const memberDay = pgTable('member_day', {
  day: date({ mode: 'string' }).primaryKey(),
  /** Members who were active on that day, until the row was last updated. */
  activeDay: integer().notNull(),
  /** Members who were active on that day or the 6 days before it. */
  activeWeek: integer().notNull(),
  /** Members who were active on that day or the 29 days before it. */
  activeMonth: integer().notNull(),
  /** Listed threads of the 30 days that ended a day before the count. */
  threads: integer().notNull(),
  /** Those of them that got a reply from another person within 24 hours. */
  answered: integer().notNull(),
  updatedAt: updatedAt(),
});

/** How many of the members who joined in a week came back in the next one. */
export const newcomerWeek = pgTable('newcomer_week', {
  /** The Monday of the week in which they joined. */
  week: date({ mode: 'string' }).primaryKey(),
  joined: integer().notNull(),
  returned: integer().notNull(),
  updatedAt: updatedAt(),
});
