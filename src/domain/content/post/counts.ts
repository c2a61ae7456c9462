import { AppError } from '#contracts/errors.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { type Runner, statement } from '#db/statement.ts';
import type { CounterDeltas } from '../../shared/counter-deltas.ts';
import type { UnitOfWork } from '../../shared/unit-of-work.ts';
import { isShown } from '../../shared/visibility.ts';
import { type LockedThread, lockThreads, updateThreadTails } from '../thread/counts.ts';

const LOCKED_COLUMNS = pickColumns(
  schema.post,
  `id threadId forumId userId floor state checked featured quotePostId quoteUserId`,
);

/** A locked post, whose thread is locked too. */
export interface LockedPost extends RowOf<typeof LOCKED_COLUMNS> {}

const selectThreadIdsOfPosts = statement<{ id: number }, { ids: readonly number[] }>(
  `select distinct thread_id as id from post where id = any(:ids::int[])`,
);
const selectPostsForUpdate = statement<LockedPost, { ids: readonly number[] }>(`
  select ${LOCKED_COLUMNS.sql('post')}
  from post
  where id = any(:ids::int[])
  order by id
  for update`);

/** Locks the threads of these posts, then the posts. Throws conflict if one moved meanwhile. */
export async function lockPosts(
  tx: Runner,
  ids: readonly number[],
): Promise<{ posts: Map<number, LockedPost>; threads: Map<number, LockedThread> }> {
  const threads = await lockThreads(
    tx,
    (await selectThreadIdsOfPosts(tx, { ids })).map((row) => row.id),
  );
  const posts = new Map((await selectPostsForUpdate(tx, { ids })).map((row) => [row.id, row]));
  for (const post of posts.values())
    if (!threads.has(post.threadId)) throw new AppError('conflict');
  return { posts, threads };
}

/** Counts a reply (`by` 1 or -1) for author and forum; `updateThreadTails` counts for threads. */
export function countReply(
  deltas: CounterDeltas,
  post: Pick<LockedPost, 'userId' | 'featured'>,
  thread: Pick<LockedThread, 'forumId' | 'state' | 'checked'>,
  by: 1 | -1,
): void {
  deltas.addUser(post.userId, { posts: by, featured: post.featured ? by : 0 });
  if (isShown(thread)) deltas.addForum(thread.forumId, { posts: by });
}

export interface ReplyChange {
  before: LockedPost;
  after: LockedPost;
}

/** Updates counts and newest replies of the locked threads, and adds to the deltas. */
export async function recountReplies(
  { tx, deltas }: UnitOfWork,
  changes: readonly ReplyChange[],
  threads: ReadonlyMap<number, LockedThread>,
): Promise<void> {
  const byThreadId = new Map<number, number>();
  for (const { before, after } of changes) {
    const thread = threads.get(before.threadId) as LockedThread;
    if (isShown(before)) countReply(deltas, before, thread, -1);
    if (isShown(after)) countReply(deltas, after, thread, 1);
    const by = Number(isShown(after)) - Number(isShown(before));
    byThreadId.set(thread.id, (byThreadId.get(thread.id) ?? 0) + by);
  }
  const changed = [...byThreadId].filter(([, by]) => by !== 0);
  if (changed.length > 0)
    await updateThreadTails(tx, {
      ids: changed.map(([id]) => id),
      by: changed.map(([, by]) => by),
    });
}
