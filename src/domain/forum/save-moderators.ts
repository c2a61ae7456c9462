import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { cacheTag } from '#publish/outbox/cache-tags.ts';
import { recordAdminChange } from '../edit-versioned.ts';
import { readForumForEdit } from './forum-tree.ts';

const selectExistingUserIds = statement<{ ids: number[] }, { ids: readonly number[] }>(
  `select array(select id from "user" where id = any(:ids::int[])) as ids`,
);
const selectModeratorIds = statement<{ ids: number[] }, { forumId: number }>(
  `
    select array(
      select user_id
      from forum_moderator
      where forum_id = :forumId
      order by rank, user_id
    ) as ids`,
);
const deleteOtherModerators = statement<unknown, { forumId: number; ids: readonly number[] }>(
  `delete from forum_moderator where forum_id = :forumId and user_id <> all (:ids::int[])`,
);
const upsertModerators = statement<unknown, { forumId: number; ids: readonly number[] }>(`
  insert into forum_moderator (forum_id, user_id, rank)
  select :forumId, id, n
  from unnest(:ids::int[]) with ordinality as wanted (id, n)
  on conflict (forum_id, user_id) do update set rank = excluded.rank`);

/**
 * Appoints exactly these people as a forum's moderators (R20), in this order. Throws notFound,
 * malformed (no such person).
 */
export async function saveModerators(
  db: Db,
  actorId: number,
  forumId: number,
  wanted: readonly number[],
): Promise<{ pages: number }> {
  const ids = [...new Set(wanted)];
  return inTransaction(db, async (tx) => {
    if (!(await readForumForEdit(tx, forumId))) throw new AppError('notFound');
    if ((await selectExistingUserIds(tx, { ids }))[0]?.ids.length !== ids.length)
      throw new AppError('malformed', { values: { field: 'ids' } });
    const before = (await selectModeratorIds(tx, { forumId }))[0]?.ids ?? [];
    await deleteOtherModerators(tx, { forumId, ids });
    await upsertModerators(tx, { forumId, ids });
    const pages = await recordAdminChange(tx, {
      actorId,
      action: 'forum.moderators',
      target: { forumId },
      detail: { before, after: ids },
      tags: [cacheTag.forum(forumId)],
    });
    return { pages };
  });
}
