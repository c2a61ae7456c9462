import { toSnakeCase } from 'drizzle-orm/casing';
import { AppError } from '#contracts/errors.ts';
import { MAX_SLOW_MINUTES } from '#contracts/limits.ts';
import { actionOfMark, getAction, type ThreadMarkField } from '#contracts/moderation-actions.ts';
import { type Statement, statement } from '#db/statement.ts';
import { type LockedThread, recountThread } from '#domain/content/thread/counts.ts';
import { getListTags, getThreadEditInvalidations } from '#domain/shared/thread-invalidations.ts';
import { isShown } from '#domain/shared/visibility.ts';
import { toInvalidations, urgency } from '#outbox/invalidation.ts';
import {
  type ActionContext,
  type ActionResult,
  type ModerationTransaction,
  runModerationAction,
} from './moderation-action.ts';
import { countModerations, lockModeratedThreads } from './thread-states.ts';

const MINUTE_MS = 60_000;

/** Thread marks by their wire names. */
export const THREAD_MARKS = {
  top: { name: 'top', max: 9, on: 'thread.pin.everywhere', off: 'thread.unpin.everywhere' },
  is_top_forum: { name: 'topForum', max: 9, on: 'thread.pin', off: 'thread.unpin' },
  is_digest: { name: 'digest', max: 1, on: 'thread.digest', off: 'thread.undigest' },
  is_digest_forum: {
    name: 'digestForum',
    max: 1,
    on: 'thread.digest.forum',
    off: 'thread.undigest.forum',
  },
  is_closed: { name: 'closed', max: 1, on: 'thread.close', off: 'thread.open' },
  slow_minutes: {
    name: 'slowMinutes',
    max: MAX_SLOW_MINUTES,
    on: 'thread.slow',
    off: 'thread.unslow',
  },
  is_resolved: { name: 'resolved', max: 1, on: 'thread.resolve', off: 'thread.unresolve' },
} as const satisfies Record<
  ThreadMarkField,
  { name: keyof LockedThread; max: number; on: string; off: string }
>;

/** `minutes`: when closed threads reopen. */
type MarkUpdate = Statement<
  unknown,
  { ids: readonly number[]; value: number; minutes?: number | null }
>;
const updateMark = Object.fromEntries(
  Object.entries(THREAD_MARKS).map(([mark, { name, max }]): [string, MarkUpdate] => [
    mark,
    statement(`
      update thread
      set
        ${toSnakeCase(name)} = :value${max === 1 ? '::int::bool' : '::smallint'},
        ${name === 'closed' ? "reopens_at = now() + :minutes::int * interval '1 minute'," : ''}
        updated_at = now()
      where id = any(:ids::int[])`),
  ]),
) as Record<ThreadMarkField, MarkUpdate>;

function invalidateMarkedThread(transaction: ModerationTransaction, thread: LockedThread): void {
  transaction.invalidate(getThreadEditInvalidations({ threadId: thread.id }));
  transaction.invalidate(
    toInvalidations(urgency.moderation, ...getListTags([0, thread.forumId], ['pin', 'digest'])),
  );
}

function getMarkUndo(mark: ThreadMarkField, before: number, reopensAt: Date | null) {
  const minutes = reopensAt && Math.ceil((reopensAt.getTime() - Date.now()) / MINUTE_MS);
  return {
    action: actionOfMark(mark, before > 0 ? 1 : 0),
    ...(before > 1 ? { level: before } : {}),
    ...(mark === 'is_closed' && minutes ? { minutes: Math.max(1, minutes) } : {}),
  };
}

/**
 * Pins, features, closes, slows or resolves threads (R23). Only global moderators pin everywhere. A
 * closed thread reopens after `minutes`, if given. Throws notFound, forbidden, malformed (invalid
 * value of the mark).
 */
export const setThreadMark = (
  context: ActionContext,
  ids: readonly number[],
  mark: ThreadMarkField,
  value: number,
  minutes: number | null = null,
): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    const { name, max, on, off } = THREAD_MARKS[mark];
    const action = value > 0 ? on : off;
    if (value < 0 || value > max) throw new AppError('malformed', { values: { field: 'value' } });
    const threads = await lockModeratedThreads(transaction, ids);
    if (getAction(actionOfMark(mark, 1)).isGlobal && !context.moderator.isGlobal)
      throw new AppError('forbidden');
    const changesTime = (thread: LockedThread): boolean =>
      mark === 'is_closed' && (thread.reopensAt !== null || minutes !== null);
    const changed = transaction.selectChanged(
      threads,
      (thread) => Number(thread[name]) !== value || changesTime(thread),
    );
    await updateMark[mark](transaction.tx, {
      ids: changed.map((thread) => thread.id),
      value,
      minutes,
    });
    for (const thread of changed) {
      const before = Number(thread[name]);
      recountThread(transaction.deltas, thread, {
        ...thread,
        [name]: max === 1 ? value === 1 : value,
      });
      transaction.recordThread(thread, action, {
        value,
        before,
        ...(minutes === null ? {} : { minutes }),
      });
      if (isShown(thread)) invalidateMarkedThread(transaction, thread);
    }
    await countModerations(transaction, changed);
    const undos = changed.map(({ id, [name]: before, reopensAt }) => ({
      id,
      undo: getMarkUndo(mark, Number(before), reopensAt),
    }));
    for (const alike of Map.groupBy(undos, ({ undo }) => JSON.stringify(undo)).values()) {
      const [{ undo }] = alike as [(typeof undos)[number]];
      transaction.addUndo({ ...undo, kind: 'thread', ids: alike.map(({ id }) => id) });
    }
  });
