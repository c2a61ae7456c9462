import type { Right } from '#auth/rights.ts';
import { AppError } from '#contracts/errors.ts';
import { LOCAL_TIME_PATTERN } from '#contracts/local-time.ts';
import type { PendingPurgesWire, UndoWire } from '#contracts/wire/moderation.ts';
import type { ModeratorReason } from '#domain/content/log-edit.ts';
import { readPendingTakedowns } from '#domain/operations/publishing/read.ts';
import type { ActionContext, ActionResult, UndoAction } from '#moderation/moderation-action.ts';
import { isCalendarDay } from '#platform/calendar-day.ts';
import { requireModerator } from './caller.ts';
import type { ApiContext } from './context.ts';

/** An action's reason, in calls of the site and the admin area. */
interface ReasonFields {
  note?: string | null | undefined;
  is_notify?: number | null | undefined;
  notify?: boolean;
}

/** A call's reason; authors are notified if it says so. */
export const toReason = ({
  note,
  is_notify,
  notify = is_notify === 1,
}: ReasonFields): ModeratorReason => ({ note: note ?? '', notify });

/** The caller's action context, with the route's or the named right. */
export const getActionContext = (
  c: ApiContext,
  reason: ReasonFields = {},
  right?: Right,
): ActionContext => ({
  db: c.var.deps.db,
  timeZone: c.var.deps.env.TIME_ZONE,
  moderator: requireModerator(c, right),
  reason: toReason(reason),
});

/** An undo as the call that performs it: clients need not know the actions. */
export const toUndoWire = (body: UndoAction): UndoWire => ({
  method: 'POST',
  path: '/api/v2/moderation/actions',
  body,
});

/** Takes down pages. Returns what the CDN hasn't confirmed, including earlier takedowns. */
async function takeDownNow(
  { var: { deps } }: ApiContext,
  tags: readonly string[],
): Promise<{ cdn?: PendingPurgesWire }> {
  if (tags.length === 0) return {};
  await deps.takeDown(tags);
  const pending = await readPendingTakedowns(deps.db, deps.env.CDN);
  return pending ? { cdn: pending } : {};
}

/** Takes down an action's pages; returns the response. */
export const completeAction = async (
  c: ApiContext,
  { removedTags, changed, unchanged, undo }: ActionResult,
) => ({ changed, unchanged, undo: undo.map(toUndoWire), ...(await takeDownNow(c, removedTags)) });

/** As above, for the admin area and the report queue. `undoPath`: the undo call of that area. */
export const completeAdminAction = async (
  c: ApiContext,
  { removedTags, changed, undo }: ActionResult,
  undoPath = '/v2/admin/actions',
) => ({
  changed,
  undo: undo.map((body) => ({ path: undoPath, body })),
  ...(await takeDownNow(c, removedTags)),
});

/** Parses a time in the community's time zone. Throws malformed, naming the field. */
export function parseLocalTime(field: string, text: string | null | undefined): string | undefined {
  if (text === undefined || text === null || text === '') return undefined;
  if (!LOCAL_TIME_PATTERN.test(text) || !isCalendarDay(text.slice(0, 10)) || text < '0001')
    throw new AppError('malformed', { values: { field } });
  return text;
}

export const isFlagSet = (flag: boolean | number | null | undefined): boolean =>
  flag === true || flag === 1;
