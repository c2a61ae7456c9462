import { AppError } from '#contracts/errors.ts';
import { type Runner, statement } from '#db/statement.ts';
import { readableSql, readerOf } from '#domain/forum/access.ts';
import { isShown, type LockedThread, lockThreads, recountThread } from '#domain/thread/counts.ts';
import { thread as threadTags, touchedByRemoval } from '#domain/thread/touched.ts';
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
import { touchedByReturn } from './threads.ts';

export interface Destination {
  forumId: number;
  /** Without it the forum's first. */
  themeId?: number | undefined;
}

// Somebody who may read a forum may send threads there: who moderates it can send them back.
const find = statement<
  { themeId: number; public: boolean },
  {
    forumId: number;
    themeId: number | null;
    reader: number | null;
    everywhere: boolean;
    forums: readonly number[];
  }
>(`
  select th.id as "themeId", f.access = 'public' as public
  from forum f
  join theme th on th.forum_id = f.id
  where f.id = :forumId
    and (:themeId::int is null or th.id = :themeId)
    and (${readableSql('f', ':reader')} or :everywhere or f.id = any(:forums::int[]))
  order by th.rank, th.id
  limit 1`);

/** Throws notFound: no such forum for the moderator, or no such theme in it. */
export async function destination(
  tx: Runner,
  moderator: Moderator,
  { forumId, themeId }: Destination,
): Promise<{ forumId: number; themeId: number; public: boolean }> {
  const [found] = await find(tx, {
    forumId,
    themeId: themeId ?? null,
    reader: readerOf(moderator),
    everywhere: moderator.everywhere,
    forums: moderator.forums,
  });
  if (!found) throw new AppError('notFound', { payload: { forum_id: forumId, theme_id: themeId } });
  return { forumId, ...found };
}

const move = statement<
  unknown,
  { threadIds: readonly number[]; forumId: number; themeId: number }
>(`
  with posts as (
    update post
    set forum_id = :forumId
    where thread_id = any(:threadIds::int[]) and forum_id <> :forumId
  ),
  reports as (
    update report
    set forum_id = :forumId
    where thread_id = any(:threadIds::int[]) and forum_id <> :forumId
  )
  update thread
  set
    forum_id = :forumId,
    theme_id = :themeId,
    top_forum = case when forum_id = :forumId then top_forum else 0 end,
    moderations_cnt = moderations_cnt + 1,
    updated_at = now()
  where id = any(:threadIds::int[])`);

/** A forum that not everybody may read has no public pages. */
function touchMoved(acting: Acting, was: LockedThread, is: LockedThread, toPublic: boolean): void {
  acting.touch(touchedByRemoval({ threadId: was.id, forumId: was.forumId, userId: was.userId }));
  if (toPublic) acting.touch(touchedByReturn(is));
  else acting.takeDown(threadTags({ threadId: was.id }), { thread: was.id });
}

/**
 * Moves threads to a forum and one of its themes (R23). A pin in the old forum doesn't go along.
 * Throws notFound, forbidden.
 */
export const moveThreads = (
  place: Place,
  moderator: Moderator,
  because: Because,
  ids: readonly number[],
  to: Destination,
): Promise<Acted> =>
  act(place, moderator, because, async (acting) => {
    const threads = allOf(ids, await lockThreads(acting.tx, ids));
    requireAll(moderator, threads);
    const { forumId, themeId, public: toPublic } = await destination(acting.tx, moderator, to);
    const changed = threads.filter(
      (thread) => thread.forumId !== forumId || thread.themeId !== themeId,
    );
    for (const thread of threads) if (!changed.includes(thread)) acting.unchanged(thread.id);
    if (changed.length > 0)
      await move(acting.tx, { threadIds: changed.map((thread) => thread.id), forumId, themeId });
    for (const was of changed) {
      const is = { ...was, forumId, themeId };
      recountThread(acting.ledger, was, is);
      acting.log({
        action: 'thread.move',
        target: { thread: was.id },
        forumId: was.forumId,
        detail: {
          before: { forum: was.forumId, theme: was.themeId, pinned: was.topForum },
          forum: forumId,
          theme: themeId,
        },
      });
      acting.tell({ userId: was.userId, act: 'thread.move', threadId: was.id });
      acting.changed(was.id);
      if (isShown(was)) touchMoved(acting, was, is, toPublic);
    }
    for (const [key, own] of Map.groupBy(
      changed,
      (thread) => `${thread.forumId} ${thread.themeId}`,
    )) {
      const [forum, theme] = key.split(' ').map(Number);
      acting.undoneBy('POST', '/api/v2/user/threads/move', {
        ids: own.map((thread) => thread.id),
        forum_id: forum,
        theme_id: theme,
      });
    }
  });
