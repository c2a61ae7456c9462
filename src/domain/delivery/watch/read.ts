import type { WatchKind, WatchLevel } from '#contracts/watching.ts';
import type { WatchedWire } from '#contracts/wire/watch.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import { forumReadableSql } from '../../shared/forum-access.ts';
import { toReaderGroupId, type Viewer } from '../../shared/viewer.ts';
import { hasShownAuthorSql, isReadableThreadSql } from '../../shared/visibility.ts';

/** Levels of watched targets; unwatched ones are omitted. */
export const readWatchLevels = statement<
  { id: number; level: WatchLevel },
  { userId: number; kind: string; ids: readonly number[] }
>(`
  select target_id as id, level
  from watch
  where user_id = :userId and kind = :kind and target_id = any(:ids::int[])`);

const THREAD_NAME = `
  (
    select t.subject
    from thread t
    join forum f on f.id = t.forum_id
    where t.id = w.target_id
      and ${isReadableThreadSql('t', 'f', ':reader')}
      and ${hasShownAuthorSql('t')}
  )`;
const forumName = (column: string): string => `
  (
    select f.${column}
    from forum f
    where f.id = w.target_id and ${forumReadableSql('f', ':reader')}
  )`;
const sectionName = (column: string): string =>
  `(select s.${column} from section s where s.id = w.target_id)`;
const USER_NAME = `(select u.nickname from "user" u where u.id = w.target_id)`;

// `kinds` of the requested tab; muted targets have their own tab.
const FROM_WATCHED = `
  from watch w
  where w.user_id = :userId and w.kind = any(:kinds::text[]) and (w.level = 'muted') = :muted`;
const selectPage = statement<
  WatchedWire,
  {
    userId: number;
    kinds: readonly string[];
    muted: boolean;
    reader: number | null;
    limit: number;
    offset: number;
  }
>(`
  select
    w.kind,
    w.target_id as id,
    w.level,
    w.chosen::int as chosen,
    coalesce(
      case w.kind
        when 'thread' then ${THREAD_NAME}
        when 'forum' then ${forumName('name')}
        when 'section' then ${sectionName('name')}
        else ${USER_NAME}
      end,
      ''
    ) as name,
    coalesce(
      case w.kind
        when 'forum' then ${forumName('name_en')}
        when 'section' then ${sectionName('name_en')}
      end,
      ''
    ) as name_en,
    ${isoSql('w.created_at')} as created_at
  ${FROM_WATCHED}
  order by w.created_at desc, w.kind, w.target_id
  limit :limit::int offset :offset::int`);
const countWatched = statement<
  { count: number },
  { userId: number; kinds: readonly string[]; muted: boolean }
>(`select count(*)::int as count ${FROM_WATCHED}`);

export interface WatchedQuery {
  kinds: readonly WatchKind[];
  muted: boolean;
  /** From 0. */
  page: number;
  limit: number;
}

/** Watched or muted targets, the latest first. */
export async function readWatched(
  db: Db,
  viewer: Viewer,
  { kinds, muted, page, limit }: WatchedQuery,
): Promise<{ data: WatchedWire[]; total_count: number }> {
  const owner = { userId: viewer.userId, kinds, muted };
  const [data, [counted]] = await Promise.all([
    selectPage(db, { ...owner, reader: toReaderGroupId(viewer), limit, offset: page * limit }),
    countWatched(db, owner),
  ]);
  return { data, total_count: counted?.count ?? 0 };
}
