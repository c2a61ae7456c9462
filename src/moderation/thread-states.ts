import { AppError } from '#contracts/errors.ts';
import { statement } from '#db/statement.ts';
import type { ModeratorReason } from '#domain/log/log-edit.ts';
import { type LockedThread, lockThreads } from '#domain/thread/counts.ts';
import {
  getNewThreadInvalidations,
  getThreadEditInvalidations,
  getThreadRemovalInvalidations,
  threadTags,
} from '#domain/thread/invalidations.ts';
import { getListTags } from '#domain/thread/list-tags.ts';
import { type ContentState, setThreadState } from '#domain/thread/state.ts';
import { isShown } from '#domain/visibility.ts';
import { cacheTag } from '#publish/outbox/cache-tags.ts';
import { type Invalidation, toInvalidations, urgency } from '#publish/outbox/invalidation.ts';
import {
  type ActionContext,
  type ActionResult,
  type ModerationTransaction,
  requireFound,
  requireModerates,
  runModerationAction,
  VERB_OF_STATE,
} from './moderation-action.ts';

const incrementModerationCount = statement<unknown, { ids: readonly number[] }>(
  `update thread set moderations_cnt = moderations_cnt + 1 where id = any(:ids::int[])`,
);
export const countModerations = (
  transaction: ModerationTransaction,
  ids: readonly number[],
): Promise<unknown> => incrementModerationCount(transaction.tx, { ids });

/** Of a thread that everybody may see again. */
export const getThreadReturnInvalidations = (
  thread: Pick<LockedThread, 'id' | 'forumId' | 'userId'>,
): Invalidation[] => [
  ...getNewThreadInvalidations({
    threadId: thread.id,
    forumId: thread.forumId,
    userId: thread.userId,
  }),
  ...getThreadEditInvalidations({ threadId: thread.id }),
  ...toInvalidations(
    urgency.list,
    ...getListTags([0, thread.forumId], ['digest', 'pin', 'popularity']),
    cacheTag.sitemapPart(thread.id),
  ),
];

/** Takes a thread from every place where it is shown. */
export function takeDownThread(
  transaction: ModerationTransaction,
  thread: Pick<LockedThread, 'id' | 'forumId' | 'userId'>,
): void {
  transaction.invalidate(
    getThreadRemovalInvalidations({
      threadId: thread.id,
      forumId: thread.forumId,
      userId: thread.userId,
    }),
  );
  transaction.addRemoval(threadTags({ threadId: thread.id }), { thread: thread.id });
}

/** Hides, deletes or restores threads that are locked. */
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
    await setThreadState(
      transaction.tx,
      transaction.deltas,
      thread,
      state,
      transaction.moderator.userId,
    );
    const action = `thread.${VERB_OF_STATE[state]}`;
    transaction.record({
      action,
      target: { thread: thread.id },
      forumId: thread.forumId,
      detail: { before: thread.state },
      author: { userId: thread.userId, threadId: thread.id },
    });
    if (isShown(thread)) takeDownThread(transaction, thread);
    else if (isShown({ ...thread, state }))
      transaction.invalidate(getThreadReturnInvalidations(thread));
  }
  const changed = threads.filter((thread) => thread.state !== state);
  await countModerations(
    transaction,
    changed.map((thread) => thread.id),
  );
  transaction.addStateUndo('thread', changed);
}

/**
 * Hides, deletes or restores threads (R23). What was so already stays as it is. Throws notFound,
 * forbidden, and conflict for a thread that was merged into another.
 */
export const setThreadStates = (
  context: ActionContext,
  ids: readonly number[],
  state: ContentState,
): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    const threads = requireFound(ids, await lockThreads(transaction.tx, ids));
    requireModerates(context.moderator, threads);
    await changeThreadStates(transaction, threads, state);
  });

export interface ThreadDeletion extends ModeratorReason {
  id: number;
}

/** Deletes threads, each with its own reason: all of them or, when one is refused, none. */
export async function deleteThreads(
  context: ActionContext,
  deletions: readonly ThreadDeletion[],
): Promise<ActionResult> {
  const reasons = new Map(deletions.map((deletion) => [deletion.id, deletion]));
  return runModerationAction(context, async (transaction) => {
    const ids = [...reasons.keys()];
    const threads = requireFound(ids, await lockThreads(transaction.tx, ids));
    requireModerates(context.moderator, threads);
    for (const thread of threads) {
      const { note, notify } = reasons.get(thread.id) as ThreadDeletion;
      transaction.reason = { note, notify };
      await changeThreadStates(transaction, [thread], 'deleted');
    }
  });
}
