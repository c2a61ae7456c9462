import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { deleteOwnComment } from '../comment/delete.ts';
import { deleteOwnReply } from '../post/delete.ts';
import { deleteOwnThread } from '../thread/delete.ts';

/** Threads, replies or comments that are looked for at once. */
const ITEMS_PER_STEP = 100;

type WalkParams = { userId: number; after: number };
const selectThreads = statement<{ id: number }, WalkParams>(`
  select id
  from thread
  where user_id = :userId and id > :after and state <> 'deleted'
  order by id
  limit ${ITEMS_PER_STEP}`);
// The sum keeps the partial indexes of replies out, which hold those of all people.
const selectReplies = statement<{ id: number }, WalkParams>(`
  select id
  from post
  where user_id = :userId and id > :after and floor + 0 > 0 and state || '' <> 'deleted'
  order by id
  limit ${ITEMS_PER_STEP}`);
const selectComments = statement<{ id: number }, WalkParams>(`
  select id
  from comment
  where user_id = :userId and id > :after and state <> 'deleted'
  order by id
  limit ${ITEMS_PER_STEP}`);

export interface WithdrawalContext {
  db: Db;
  timeZone: string;
  /** Removes published pages by their tags before it resolves. */
  takeDown(tags: readonly string[]): Promise<void>;
  signal: AbortSignal;
}

/**
 * Deletes all that somebody wrote, as they could one by one: pages follow, and counters. What is
 * deleted already is passed over, so that it goes on where it was stopped.
 */
export async function withdrawPosts(
  { db, timeZone, takeDown, signal }: WithdrawalContext,
  userId: number,
): Promise<void> {
  const walks = [
    { select: selectThreads, remove: (id: number) => deleteOwnThread(db, timeZone, userId, id) },
    { select: selectReplies, remove: (id: number) => deleteOwnReply(db, timeZone, userId, id) },
    { select: selectComments, remove: (id: number) => deleteOwnComment(db, userId, id) },
  ];
  for (const { select, remove } of walks)
    for (let after = 0; ; ) {
      const rows = await select(db, { userId, after });
      for (const { id } of rows) {
        signal.throwIfAborted();
        const tags = await remove(id);
        if (tags.length > 0) await takeDown(tags);
        after = id;
      }
      if (rows.length < ITEMS_PER_STEP) break;
    }
}
