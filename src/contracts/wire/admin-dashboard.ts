import { z } from 'zod';
import { DASHBOARD_PERIOD_DAYS } from '../admin-choices.ts';
import { AdminLogEntryWire } from './admin-moderation.ts';
import { int } from './field-types.ts';

/** Its values are spelled out: the description would name the first alone. */
export const DashboardPeriodWire = z
  .literal(DASHBOARD_PERIOD_DAYS)
  .meta({ type: 'integer', enum: [...DASHBOARD_PERIOD_DAYS] });

/** One number for each day, oldest first; the last is today, so far. */
const series = z.array(int);

export const DashboardWire = z
  .object({
    /** YYYY-MM-DD, in the community's time zone. */
    days: z.array(z.string()),
    replies: series,
    threads: series,
    users: series,
    reports: series,
    bans: series,
    waiting: z.object({
      reports: int,
      oldest_report: z.string().nullable(),
      review: int,
      failures: int,
      bans_ending: int,
    }),
    kinds: z.array(z.object({ kind: z.string(), count: int })),
    /** The last entries of the log. */
    actions: z.array(AdminLogEntryWire),
  })
  .meta({ id: 'Dashboard' });
export type DashboardWire = z.infer<typeof DashboardWire>;
