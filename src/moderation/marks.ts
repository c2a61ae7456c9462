import { AppError } from '#contracts/errors.ts';
import { type Statement, statement } from '#db/statement.ts';
import { isShown, type LockedThread, lockThreads, recountThread } from '#domain/thread/counts.ts';
import { touchedByThreadEdit } from '#domain/thread/touched.ts';
import { tag, touches, urgency } from '#publish/touch.ts';
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
import { countModeration } from './threads.ts';

/** Marks of a thread by their names on the wire. */
export const MARKS = {
  top: {
    column: 'top',
    name: 'top',
    max: 9,
    on: 'thread.pin.everywhere',
    off: 'thread.unpin.everywhere',
    everywhere: true,
  },
  is_top_forum: {
    column: 'top_forum',
    name: 'topForum',
    max: 9,
    on: 'thread.pin',
    off: 'thread.unpin',
    everywhere: false,
  },
  is_digest: {
    column: 'digest',
    name: 'digest',
    max: 1,
    on: 'thread.digest',
    off: 'thread.undigest',
    everywhere: false,
  },
  is_digest_forum: {
    column: 'digest_forum',
    name: 'digestForum',
    max: 1,
    on: 'thread.digest.forum',
    off: 'thread.undigest.forum',
    everywhere: false,
  },
  is_closed: {
    column: 'closed',
    name: 'closed',
    max: 1,
    on: 'thread.close',
    off: 'thread.open',
    everywhere: false,
  },
  is_resolved: {
    column: 'resolved',
    name: 'resolved',
    max: 1,
    on: 'thread.resolve',
    off: 'thread.unresolve',
    everywhere: false,
  },
} as const satisfies Record<
  string,
  {
    column: string;
    name: keyof LockedThread;
    max: number;
    on: string;
    off: string;
    everywhere: boolean;
  }
>;
export type Mark = keyof typeof MARKS;
export const MARK_NAMES = Object.keys(MARKS) as [Mark, ...Mark[]];

const setters = Object.fromEntries(
  MARK_NAMES.map((mark) => {
    const { column, max } = MARKS[mark];
    return [
      mark,
      statement<unknown, { ids: readonly number[]; value: number }>(
        `
          update thread
          set ${column} = :value${max === 1 ? '::int::bool' : '::smallint'}, updated_at = now()
          where id = any(:ids::int[])`,
      ),
    ];
  }),
) as Record<Mark, Statement<unknown, { ids: readonly number[]; value: number }>>;

function touchMarked(acting: Acting, thread: LockedThread): void {
  acting.touch(touchedByThreadEdit({ threadId: thread.id }));
  acting.touch(
    touches(
      urgency.moderation,
      ...(['pinned', 'digest'] as const).flatMap((order) => [
        tag.list(0, order),
        tag.list(thread.forumId, order),
      ]),
    ),
  );
}

/**
 * Pins, features, closes or resolves threads (R23). Pinning everywhere is for those who moderate
 * everywhere. Throws notFound, forbidden, malformed (a value that the mark doesn't have).
 */
export const setMark = (
  place: Place,
  moderator: Moderator,
  because: Because,
  ids: readonly number[],
  mark: Mark,
  value: number,
): Promise<Acted> =>
  act(place, moderator, because, async (acting) => {
    const { name, max, on, off, everywhere } = MARKS[mark];
    const action = value > 0 ? on : off;
    if (value < 0 || value > max) throw new AppError('malformed', { values: { field: 'value' } });
    const threads = allOf(ids, await lockThreads(acting.tx, ids));
    requireAll(moderator, threads);
    if (everywhere && !moderator.everywhere) throw new AppError('forbidden');
    const changed = threads.filter((thread) => Number(thread[name]) !== value);
    for (const thread of threads) if (!changed.includes(thread)) acting.unchanged(thread.id);
    await setters[mark](acting.tx, { ids: changed.map((thread) => thread.id), value });
    for (const thread of changed) {
      const before = Number(thread[name]);
      recountThread(acting.ledger, thread, { ...thread, [name]: max === 1 ? value === 1 : value });
      acting.log({
        action,
        target: { thread: thread.id },
        forumId: thread.forumId,
        detail: { value, before },
      });
      acting.tell({ userId: thread.userId, act: action, threadId: thread.id });
      acting.changed(thread.id);
      if (isShown(thread)) touchMarked(acting, thread);
    }
    await countModeration(
      acting,
      changed.map((thread) => thread.id),
    );
    for (const [before, own] of Map.groupBy(changed, (thread) => Number(thread[name]))) {
      acting.undoneBy('PUT', '/api/v1/thread/update', {
        field: mark,
        ids: own.map((thread) => thread.id),
        value: before,
      });
    }
  });
