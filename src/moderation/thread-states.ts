import { AppError } from '#contracts/errors.ts';
import { statement } from '#db/statement.ts';
import type { ModeratorReason } from '#domain/content/log-edit.ts';
import { type LockedThread, lockThreads } from '#domain/content/thread/counts.ts';
import { applyThreadState, type ContentState } from '#domain/content/thread/state.ts';
import {
  type ActionContext,
  type ActionResult,
  type ModerationTransaction,
  runModerationAction,
} from './moderation-action.ts';

const incrementModerationCount = statement<unknown, { ids: readonly number[] }>(
  `update thread set moderations_cnt = moderations_cnt + 1 where id = any(:ids::int[])`,
);
export const countModerations = (
  transaction: ModerationTransaction,
  threads: readonly { id: number }[],
): Promise<unknown> =>
  incrementModerationCount(transaction.tx, { ids: threads.map((thread) => thread.id) });

/** Throws notFound, forbidden. */
export const lockModeratedThreads = async (
  transaction: ModerationTransaction,
  ids: readonly number[],
): Promise<LockedThread[]> =>
  transaction.requireTargets(ids, (await lockThreads(transaction.tx, ids)).values());

export async function changeThreadStates(
  transaction: ModerationTransaction,
  threads: readonly LockedThread[],
  state: ContentState,
  reasonOf?: (thread: LockedThread) => ModeratorReason,
): Promise<void> {
  const merged = threads.filter((thread) => thread.mergedInto !== null);
  if (merged.length > 0) throw new AppError('conflict', { payload: merged.map(({ id }) => id) });
  const changed = transaction.selectChanged(threads, (thread) => thread.state !== state);
  if (changed.length === 0) return;
  await applyThreadState(transaction, changed, state, transaction.moderator.userId);
  await countModerations(transaction, changed);
  transaction.recordStates(
    'thread',
    changed,
    state,
    ({ id, userId }) => ({ target: { thread: id }, author: { userId, threadId: id } }),
    reasonOf,
  );
}

/** Hides, deletes or restores threads (R23). Throws notFound, forbidden, conflict (merged). */
export const setThreadStates = (
  context: ActionContext,
  ids: readonly number[],
  state: ContentState,
): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    await changeThreadStates(transaction, await lockModeratedThreads(transaction, ids), state);
  });

export interface ThreadDeletion extends ModeratorReason {
  id: number;
}

/** Deletes threads, each with its own reason: all or, if one is refused, none. */
export async function deleteThreads(
  context: ActionContext,
  deletions: readonly ThreadDeletion[],
): Promise<ActionResult> {
  const reasons = new Map(deletions.map((deletion) => [deletion.id, deletion]));
  return runModerationAction(context, async (transaction) => {
    const threads = await lockModeratedThreads(transaction, [...reasons.keys()]);
    await changeThreadStates(
      transaction,
      threads,
      'deleted',
      ({ id }) => reasons.get(id) as ThreadDeletion,
    );
  });
}
