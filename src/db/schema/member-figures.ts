import { date, integer, pgTable } from 'drizzle-orm/pg-core';
import { updatedAt } from './columns.ts';

/* Member statistics of the dashboard: numbers only, no personal data. */

/** Counts of a day in the community’s time zone (domain/operations/dashboard/count-members.ts). */
export const memberDay = pgTable('member_day', {
  day: date({ mode: 'string' }).primaryKey(),
  /** Members active on that day, until the row's last update. */
  activeDay: integer().notNull(),
  /** Members active on that day or the 6 days before. */
  activeWeek: integer().notNull(),
  /** Members active on that day or the 29 days before. */
  activeMonth: integer().notNull(),
  /** Listed threads of the 30 days that ended a day before the count. */
  threads: integer().notNull(),
  /** Those with a reply from another person within 24 hours. */
  answered: integer().notNull(),
  updatedAt: updatedAt(),
});

/** How many members who joined in a week returned in the next one. */
export const newcomerWeek = pgTable('newcomer_week', {
  /** The Monday of the week in which they joined. */
  week: date({ mode: 'string' }).primaryKey(),
  joined: integer().notNull(),
  returned: integer().notNull(),
  updatedAt: updatedAt(),
});
