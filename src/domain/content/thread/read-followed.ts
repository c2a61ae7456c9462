import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import {
  groupByReader,
  type ReaderGroup,
  toReaderGroupId,
  type Viewer,
} from '../../shared/viewer.ts';
import { isReadableThreadSql } from '../../shared/visibility.ts';

/** Maximum age in seconds of a page that is opened, until its islands are loaded. */
const RECENT_SECONDS = 60;

export interface FollowedThread {
  id: number;
  /** A reply is so recent that a page just being opened may lack it. */
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

export async function readFollowedThreads(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<FollowedThread[]> {
  if (ids.length === 0) return [];
  return selectFollowed(db, { ids, reader: toReaderGroupId(viewer) });
}

const selectReadableThreads = statement<
  { id: number; reader: ReaderGroup },
  { ids: readonly number[]; readers: readonly ReaderGroup[] }
>(`
  select t.id, asked.reader
  from unnest(:ids::int[]) wanted(id)
  ${joinByKeySql('thread', 't', 'wanted.id')}
  ${joinByKeySql('forum', 'f', 't.forum_id')}
  cross join unnest(:readers::int[]) asked(reader)
  where ${isReadableThreadSql('t', 'f', 'asked.reader')}`);

/** Threads that each reader may read now, for all readers in one query. */
export const readReadableThreads = async (
  db: Db,
  ids: readonly number[],
  readers: readonly ReaderGroup[],
): Promise<Map<ReaderGroup, Set<number>>> =>
  groupByReader(readers, await selectReadableThreads(db, { ids, readers }));
