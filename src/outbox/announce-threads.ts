import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { threadIdOfTag } from './cache-tags.ts';

/** The channel of changed threads; a payload is ids with commas. */
export const THREADS_CHANNEL = 'threads';

/** Ids in a notification: PostgreSQL accepts 8,000 bytes. */
const MAX_IDS = 500;

const notifyThreads = statement<unknown, { payloads: readonly string[] }>(
  `select pg_notify('${THREADS_CHANNEL}', payload) from unnest(:payloads::text[]) payload`,
);

/** Notifies servers of changed threads, by tag; browsers with one open reload it. */
export async function announceThreads(db: Db, tags: readonly string[]): Promise<void> {
  const ids = [...new Set(tags.map(threadIdOfTag).filter((id) => id !== undefined))];
  const payloads: string[] = [];
  for (let from = 0; from < ids.length; from += MAX_IDS)
    payloads.push(ids.slice(from, from + MAX_IDS).join());
  if (payloads.length > 0) await notifyThreads(db, { payloads });
}
