import { AppError } from '#contracts/errors.ts';
import { MAX_WATCHED } from '#contracts/limits.ts';
import { LEVELS_OF_KIND, type WatchKind, type WatchLevel } from '#contracts/watching.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { forumReadableSql } from '../../shared/forum-access.ts';
import { toReaderGroupId, type Viewer } from '../../shared/viewer.ts';
import { isReadableThreadSql } from '../../shared/visibility.ts';

interface SetParams {
  userId: number;
  id: number;
  level: string;
  reader: number | null;
}

/** SQL of a target that the viewer may see; for users, anyone except oneself. */
const TARGETS: Readonly<Record<WatchKind, string>> = {
  thread: `
    select t.id
    from thread t
    join forum f on f.id = t.forum_id
    where t.id = :id and ${isReadableThreadSql('t', 'f', ':reader')}`,
  forum: `select f.id from forum f where f.id = :id and ${forumReadableSql('f', ':reader')}`,
  section: `
    select s.id
    from section s
    where s.id = :id
      and exists (
        select from forum f
        where f.section_id = s.id and ${forumReadableSql('f', ':reader')}
      )`,
  user: `select u.id from "user" u where u.id = :id and u.id <> :userId`,
};

const upsertWatch = (kind: WatchKind) =>
  statement<{ isThere: boolean; isSaved: boolean }, SetParams>(`
    with target as (${TARGETS[kind]}),
    saved as (
      insert into watch (user_id, kind, target_id, level, chosen)
      select :userId, '${kind}', id, :level, true
      from target
      where (
        select count(*)
        from watch
        where user_id = :userId and chosen
      ) < ${MAX_WATCHED}
        or exists (
          select from watch
          where user_id = :userId and kind = '${kind}' and target_id = :id and chosen
        )
      on conflict (user_id, kind, target_id) do update set level = excluded.level, chosen = true
      returning 1
    )
    select exists (select from target) as "isThere", exists (select from saved) as "isSaved"`);
const UPSERTS: Readonly<Record<WatchKind, ReturnType<typeof upsertWatch>>> = {
  thread: upsertWatch('thread'),
  forum: upsertWatch('forum'),
  section: upsertWatch('section'),
  user: upsertWatch('user'),
};

const deleteWatch = statement<unknown, { userId: number; kind: string; id: number }>(
  `delete from watch where user_id = :userId and kind = :kind and target_id = :id`,
);

/** undefined removes the watch. Throws notFound (not visible), malformed (level), limit. */
export async function setWatch(
  db: Db,
  viewer: Viewer,
  kind: WatchKind,
  id: number,
  level: WatchLevel | undefined,
): Promise<void> {
  if (level === undefined) {
    await deleteWatch(db, { userId: viewer.userId, kind, id });
    return;
  }
  if (!LEVELS_OF_KIND[kind].includes(level))
    throw new AppError('malformed', { values: { field: 'level' } });
  const [result] = await UPSERTS[kind](db, {
    userId: viewer.userId,
    id,
    level,
    reader: toReaderGroupId(viewer),
  });
  if (!result?.isThere) throw new AppError('notFound');
  if (!result.isSaved) throw new AppError('limit');
}
