import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { type Runner, statement } from '#db/statement.ts';
import type { CounterDeltas } from '../../shared/counter-deltas.ts';
import { isShown, isShownSql } from '../../shared/visibility.ts';
import { heatSql } from './heat.ts';

const LOCKED_COLUMNS = pickColumns(
  schema.thread,
  `
  id forumId themeId userId subject language state checked closed reopensAt slowMinutes resolved
  top topForum digest digestForum repliesCnt lastFloor firstPostId hasPoll mergedInto
  `,
);

/** Locked threads by id. */
export interface LockedThread extends Omit<RowOf<typeof LOCKED_COLUMNS>, 'firstPostId'> {
  firstPostId: number;
}

export type CountedThread = Pick<
  LockedThread,
  | 'id'
  | 'forumId'
  | 'themeId'
  | 'userId'
  | 'language'
  | 'state'
  | 'checked'
  | 'digest'
  | 'digestForum'
  | 'repliesCnt'
>;

const selectThreadsForUpdate = statement<LockedThread, { ids: readonly number[] }>(`
  select ${LOCKED_COLUMNS.sql('thread')}
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

/** Adds a thread to all its counters (`by` 1), or subtracts it (-1). */
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

/** Subtracts the thread's old state from the counters and adds the new one. */
export function recountThread(deltas: CounterDeltas, was: CountedThread, is: CountedThread): void {
  if (isShown(was)) countThread(deltas, was, -1);
  if (isShown(is)) countThread(deltas, is, 1);
}

/** Updates counts and newest replies of locked threads; `by`: changes of shown replies. */
export const updateThreadTails = statement<
  unknown,
  { ids: readonly number[]; by: readonly number[] }
>(`
  update thread
  set
    replies_cnt = replies_cnt + change.by,
    last_post_id = newest.id,
    last_user_id = newest.user_id,
    last_reply_at = newest.created_at,
    hot = ${heatSql('thread.created_at', { replies: '(replies_cnt + change.by)' })}
  from unnest(:ids::int[], :by::int[]) as change(id, by)
  cross join lateral (
    select id, user_id, created_at
    from post
    where thread_id = change.id and (floor = 0 or (${isShownSql('post')}))
    order by floor desc
    limit 1
  ) newest
  where thread.id = change.id`);
