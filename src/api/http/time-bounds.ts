import type { TimeBound } from '#contracts/calls/params.ts';
import { getNextDay, getStartOfDay } from '#platform/calendar-day.ts';
import type { ApiContext } from './context.ts';

/** The time from which entries are listed. */
export function toLowerTimeBound(c: ApiContext, time: TimeBound | undefined): Date | undefined {
  if (!time) return undefined;
  return 'moment' in time ? time.moment : getStartOfDay(time.day, c.var.deps.env.TIME_ZONE);
}
/** The time up to which entries are listed; a day is included. */
export function toUpperTimeBound(c: ApiContext, time: TimeBound | undefined): Date | undefined {
  if (!time) return undefined;
  return 'moment' in time
    ? time.moment
    : getStartOfDay(getNextDay(time.day), c.var.deps.env.TIME_ZONE);
}
