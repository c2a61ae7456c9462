import { type Runner, statement } from '#db/statement.ts';
import type { CounterDeltas } from '../counts/counter-deltas.ts';
import { isShown, isShownSql } from '../visibility.ts';
import { heatSql } from './heat.ts';

/** What the counts of a thread depend on. */
export interface CountedThread {
  id: number;
  forumId: number;
  themeId: number;
  userId: number;
  language: string;
  state: string;
  checked: boolean;
  digest: boolean;
  digestForum: boolean;
  repliesCnt: number;
}

/** Threads that are locked, by number. */
export interface LockedThread extends CountedThread {
  subject: string;
  closed: boolean;
  resolved: boolean;
  top: number;
  topForum: number;
  lastFloor: number;
  firstPostId: number;
  hasPoll: boolean;
  mergedInto: number | null;
}

const selectThreadsForUpdate = statement<LockedThread, { ids: readonly number[] }>(`
  select
    id,
    forum_id as "forumId",
    theme_id as "themeId",
    user_id as "userId",
    subject,
    language,
    state,
    checked,
    closed,
    resolved,
    top,
    top_forum as "topForum",
    digest,
    digest_forum as "digestForum",
    replies_cnt as "repliesCnt",
    last_floor as "lastFloor",
    first_post_id as "firstPostId",
    has_poll as "hasPoll",
    merged_into as "mergedInto"
  from thread
  where id = any(:ids::int[])
  order by id
  for update`);

export async function lockThreads(
  tx: Runner,
  ids: readonly number[],
): Promise<Map<number, LockedThread>> {
  return new Map((await selectThreadsForUpdate(tx, { ids })).map((row) => [row.id, row]));
}

/** Adds a thread to all counters that include it (`by` 1), or subtracts it (-1). */
export function countThread(deltas: CounterDeltas, thread: CountedThread, by: 1 | -1): void {
  const digests = thread.digest || thread.digestForum ? by : 0;
  deltas.addForum(thread.forumId, {
    threads: by,
    posts: by * (1 + thread.repliesCnt),
    english: thread.language === 'en_US' ? by : 0,
    digests,
  });
  deltas.addTheme(thread.themeId, by);
  deltas.addUser(thread.userId, { threads: by, posts: by, digests });
}

/** Adds a change of a thread to the deltas: subtracts what it was and adds what it is. */
export function recountThread(deltas: CounterDeltas, was: CountedThread, is: CountedThread): void {
  if (isShown(was)) countThread(deltas, was, -1);
  if (isShown(is)) countThread(deltas, is, 1);
}

const updateTail = statement<unknown, { threadId: number; by: number }>(`
  update thread
  set
    replies_cnt = replies_cnt + :by,
    last_post_id = newest.id,
    last_user_id = newest.user_id,
    last_reply_at = newest.created_at,
    hot = ${heatSql('thread.created_at', '(replies_cnt + :by)', 'likes_cnt')}
  from (
    select id, user_id, created_at
    from post
    where thread_id = :threadId and (floor = 0 or (${isShownSql('post')}))
    order by floor desc
    limit 1
  ) newest
  where thread.id = :threadId`);

/**
 * After replies of a thread came or went: how many more are shown, and which is the newest. The
 * thread is locked.
 */
export const updateThreadTail = (tx: Runner, threadId: number, by: number): Promise<unknown> =>
  updateTail(tx, { threadId, by });
