import { AppError } from '#contracts/errors.ts';
import { type Runner, statement } from '#db/statement.ts';
import type { Ledger } from '../counts/ledger.ts';
import { isShown, type LockedThread, lockThreads, refreshThread } from '../thread/counts.ts';

/** Posts that are locked, by number; their threads are too. */
export interface LockedPost {
  id: number;
  threadId: number;
  forumId: number;
  userId: number;
  floor: number;
  state: string;
  checked: boolean;
  featured: boolean;
  quotePostId: number | null;
  quoteUserId: number | null;
}

const threadsOf = statement<{ id: number }, { ids: readonly number[] }>(
  `select distinct thread_id as id from post where id = any(:ids::int[])`,
);
const lock = statement<LockedPost, { ids: readonly number[] }>(`
  select
    id,
    thread_id as "threadId",
    forum_id as "forumId",
    user_id as "userId",
    floor,
    state,
    checked,
    featured,
    quote_post_id as "quotePostId",
    quote_user_id as "quoteUserId"
  from post
  where id = any(:ids::int[])
  order by id
  for update`);

/**
 * Locks the threads of these posts, then the posts. Throws conflict when one was moved to another
 * thread meanwhile.
 */
export async function lockPosts(
  tx: Runner,
  ids: readonly number[],
): Promise<{ posts: Map<number, LockedPost>; threads: Map<number, LockedThread> }> {
  const threads = await lockThreads(
    tx,
    (await threadsOf(tx, { ids })).map((row) => row.id),
  );
  const posts = new Map((await lock(tx, { ids })).map((row) => [row.id, row]));
  for (const post of posts.values())
    if (!threads.has(post.threadId)) throw new AppError('conflict');
  return { posts, threads };
}

/**
 * Books a reply into what counts people's replies and a forum's posts, or out of it; its thread's
 * own count is `refreshThread`'s.
 */
export function countReply(
  ledger: Ledger,
  post: Pick<LockedPost, 'userId' | 'featured'>,
  thread: Pick<LockedThread, 'forumId' | 'state' | 'checked'>,
  by: 1 | -1,
): void {
  ledger.user(post.userId, { posts: by, featured: post.featured ? by : 0 });
  if (isShown(thread)) ledger.forum(thread.forumId, { posts: by });
}

export interface ReplyChange {
  was: LockedPost;
  is: LockedPost;
}

/**
 * After replies changed: their threads' counts and newest replies, and what the ledger gets.
 * Threads are locked.
 */
export async function recountReplies(
  tx: Runner,
  ledger: Ledger,
  changes: readonly ReplyChange[],
  threads: ReadonlyMap<number, LockedThread>,
): Promise<void> {
  for (const [threadId, own] of Map.groupBy(changes, ({ was }) => was.threadId)) {
    const thread = threads.get(threadId) as LockedThread;
    let by = 0;
    for (const { was, is } of own) {
      if (isShown(was)) countReply(ledger, was, thread, -1);
      if (isShown(is)) countReply(ledger, is, thread, 1);
      by += Number(isShown(is)) - Number(isShown(was));
    }
    if (by !== 0) await refreshThread(tx, threadId, by);
  }
}
