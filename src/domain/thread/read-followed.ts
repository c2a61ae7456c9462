import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { toReaderGroupId, type Viewer } from '../viewer.ts';
import { isReadableThreadSql } from '../visibility.ts';

/** Seconds that a page which is opened may be behind: it was read, then its islands were loaded. */
const RECENT_SECONDS = 60;

export interface FollowedThread {
  id: number;
  /** Somebody has replied so lately that a page which is just being opened may not have it. */
  isRecent: boolean;
}

const selectFollowed = statement<
  FollowedThread,
  { ids: readonly number[]; reader: number | null }
>(`
  select t.id, t.last_reply_at > now() - interval '${RECENT_SECONDS} seconds' as "isRecent"
  from (select distinct unnest(:ids::int[]) as id) wanted
  ${joinByKeySql('thread', 't', 'wanted.id')}
  ${joinByKeySql('forum', 'f', 't.forum_id')}
  where ${isReadableThreadSql('t', 'f', ':reader')}`);

/** Those of these threads that the viewer may read. */
export async function readFollowedThreads(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<FollowedThread[]> {
  if (ids.length === 0) return [];
  return selectFollowed(db, { ids, reader: toReaderGroupId(viewer) });
}
