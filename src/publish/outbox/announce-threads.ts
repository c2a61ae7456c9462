import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { threadIdOfTag } from './cache-tags.ts';

/** The channel of changed threads; each notification is ids with commas. */
export const THREADS_CHANNEL = 'threads';

/** Ids in a notification: PostgreSQL takes 8,000 bytes. */
const MAX_IDS = 500;

const notifyThreads = statement<unknown, { payloads: readonly string[] }>(
  `select pg_notify('${THREADS_CHANNEL}', payload) from unnest(:payloads::text[]) payload`,
);

/**
 * Tells servers which threads' pages have changed, by the tags of what was invalidated: browsers
 * that have one open look at it again.
 */
export async function announceThreads(db: Db, tags: readonly string[]): Promise<void> {
  const ids = [...new Set(tags.map(threadIdOfTag).filter((id) => id !== undefined))];
  const payloads: string[] = [];
  for (let from = 0; from < ids.length; from += MAX_IDS)
    payloads.push(ids.slice(from, from + MAX_IDS).join());
  if (payloads.length > 0) await notifyThreads(db, { payloads });
}
