import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { tag, touch, touches, urgency } from '#publish/touch.ts';
import { note } from '../log/note.ts';
import { pagesShowing } from '../publishing/pages.ts';
import { readForumFields } from './admin-read.ts';

const people = statement<{ ids: number[] }>(
  `select array(select id from "user" where id = any($1::int[])) as ids`,
);
const listed = statement<{ ids: number[] }>(
  `
    select array(
      select user_id
      from forum_moderator
      where forum_id = $1
      order by rank, user_id
    ) as ids`,
);
const remove = statement<unknown>(
  `delete from forum_moderator where forum_id = $1 and user_id <> all ($2::int[])`,
);
const put = statement<unknown>(`
  insert into forum_moderator (forum_id, user_id, rank)
  select $1, id, n
  from unnest($2::int[]) with ordinality as wanted (id, n)
  on conflict (forum_id, user_id) do update set rank = excluded.rank`);

/**
 * Appoints exactly these people as a forum's moderators (R20), in this order. Throws notFound,
 * malformed (no such person).
 */
export async function setModerators(
  db: Db,
  actorId: number,
  forumId: number,
  wanted: readonly number[],
): Promise<{ pages: number }> {
  const ids = [...new Set(wanted)];
  return inTransaction(db, async (tx) => {
    if (!(await readForumFields(tx, forumId))) throw new AppError('notFound');
    if ((await people(tx, [ids]))[0]?.ids.length !== ids.length)
      throw new AppError('malformed', { values: { field: 'ids' } });
    const before = (await listed(tx, [forumId]))[0]?.ids ?? [];
    await remove(tx, [forumId, ids]);
    await put(tx, [forumId, ids]);
    await touch(tx, touches(urgency.moderation, tag.forum(forumId)));
    await note(tx, {
      actorId,
      action: 'forum.moderators',
      target: { forumId },
      detail: { before, after: ids },
    });
    return { pages: await pagesShowing(tx, [tag.forum(forumId)]) };
  });
}
