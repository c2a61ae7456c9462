import { AppError } from '#contracts/errors.ts';
import { statement } from '#db/statement.ts';
import { isShown, type LockedThread, lockThreads } from '#domain/thread/counts.ts';
import { type State, setThreadState } from '#domain/thread/state.ts';
import {
  thread as threadTags,
  touchedByRemoval,
  touchedByThread,
  touchedByThreadEdit,
} from '#domain/thread/touched.ts';
import { type Touch, tag, touches, urgency } from '#publish/touch.ts';
import {
  type Acted,
  type Acting,
  act,
  allOf,
  type Because,
  type Place,
  requireAll,
} from './act.ts';
import type { Moderator } from './moderator.ts';

/** What leads to each state, as the log and the address of the call name it. */
const VERB: Record<State, string> = { normal: 'restore', hidden: 'hide', deleted: 'delete' };

/** Where a call for a thread's state is. */
const pathOf = (state: State): string => `/api/v2/moderation/threads/${VERB[state]}`;

const countAct = statement<unknown, { ids: readonly number[] }>(
  `update thread set moderations_cnt = moderations_cnt + 1 where id = any(:ids::int[])`,
);
export const countModeration = (acting: Acting, ids: readonly number[]): Promise<unknown> =>
  countAct(acting.tx, { ids });

/** Of a thread that everybody may see again. */
export const touchedByReturn = (
  thread: Pick<LockedThread, 'id' | 'forumId' | 'userId'>,
): Touch[] => [
  ...touchedByThread({ threadId: thread.id, forumId: thread.forumId, userId: thread.userId }),
  ...touchedByThreadEdit({ threadId: thread.id }),
  ...touches(
    urgency.list,
    ...(['digest', 'pinned', 'hot'] as const).flatMap((order) => [
      tag.list(0, order),
      tag.list(thread.forumId, order),
    ]),
    tag.sitemapOf(thread.id),
  ),
];

/** Takes a thread from every place where it is shown. */
export function withdraw(
  acting: Acting,
  thread: Pick<LockedThread, 'id' | 'forumId' | 'userId'>,
): void {
  acting.touch(
    touchedByRemoval({ threadId: thread.id, forumId: thread.forumId, userId: thread.userId }),
  );
  acting.takeDown(threadTags({ threadId: thread.id }), { thread: thread.id });
}

/** Hides, deletes or restores threads that are locked. */
export async function changeState(
  acting: Acting,
  threads: readonly LockedThread[],
  state: State,
): Promise<void> {
  for (const thread of threads) {
    if (thread.mergedInto !== null) throw new AppError('conflict', { payload: [thread.id] });
    if (thread.state === state) {
      acting.unchanged(thread.id);
      continue;
    }
    await setThreadState(acting.tx, acting.ledger, thread, state, acting.moderator.userId);
    const action = `thread.${VERB[state]}`;
    acting.log({
      action,
      target: { thread: thread.id },
      forumId: thread.forumId,
      detail: { before: thread.state },
    });
    acting.tell({ userId: thread.userId, act: action, threadId: thread.id });
    acting.changed(thread.id);
    if (isShown(thread)) withdraw(acting, thread);
    else if (isShown({ ...thread, state })) acting.touch(touchedByReturn(thread));
  }
  const changed = threads.filter((thread) => thread.state !== state);
  await countModeration(
    acting,
    changed.map((thread) => thread.id),
  );
  for (const [before, own] of Map.groupBy(changed, (thread) => thread.state as State))
    acting.undoneBy('POST', pathOf(before), { ids: own.map((thread) => thread.id) });
}

/**
 * Hides, deletes or restores threads (R23). What was so already stays as it is. Throws notFound,
 * forbidden, and conflict for a thread that was merged into another.
 */
export const setThreadStates = (
  place: Place,
  moderator: Moderator,
  because: Because,
  ids: readonly number[],
  state: State,
): Promise<Acted> =>
  act(place, moderator, because, async (acting) => {
    const threads = allOf(ids, await lockThreads(acting.tx, ids));
    requireAll(moderator, threads);
    await changeState(acting, threads, state);
  });

export interface ThreadDeletion extends Because {
  id: number;
}

/** Deletes threads, each with its own reason: all of them or, when one is refused, none. */
export async function deleteThreads(
  place: Place,
  moderator: Moderator,
  deletions: readonly ThreadDeletion[],
): Promise<Acted> {
  const reasons = new Map(deletions.map((one) => [one.id, one]));
  return act(place, moderator, { note: '', notify: false }, async (acting) => {
    const ids = [...reasons.keys()];
    const threads = allOf(ids, await lockThreads(acting.tx, ids));
    requireAll(moderator, threads);
    for (const thread of threads) {
      const { note, notify } = reasons.get(thread.id) as ThreadDeletion;
      acting.because = { note, notify };
      await changeState(acting, [thread], 'deleted');
    }
  });
}
