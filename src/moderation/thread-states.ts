import { AppError } from '#contracts/errors.ts';
import { statement } from '#db/statement.ts';
import type { ModeratorReason } from '#domain/log/log-edit.ts';
import { type LockedThread, lockThreads } from '#domain/thread/counts.ts';
import { type ContentState, setThreadState } from '#domain/thread/state.ts';
import {
  type ActionContext,
  type ActionResult,
  type ModerationTransaction,
  runModerationAction,
  VERB_OF_STATE,
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
): Promise<void> {
  for (const thread of threads) {
    if (thread.mergedInto !== null) throw new AppError('conflict', { payload: [thread.id] });
    if (thread.state === state) {
      transaction.addUnchanged(thread.id);
      continue;
    }
    await setThreadState(transaction, thread, state, transaction.moderator.userId);
    transaction.recordThread(thread, `thread.${VERB_OF_STATE[state]}`, { before: thread.state });
  }
  const changed = threads.filter((thread) => thread.state !== state);
  await countModerations(transaction, changed);
  transaction.addStateUndo('thread', changed);
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
    for (const thread of await lockModeratedThreads(transaction, [...reasons.keys()])) {
      const { note, notify } = reasons.get(thread.id) as ThreadDeletion;
      transaction.reason = { note, notify };
      await changeThreadStates(transaction, [thread], 'deleted');
    }
  });
}
