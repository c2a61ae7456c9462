import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

const listed = statement<unknown>(`select from forum_moderator where forum_id = $1 and user_id = $2`);
const listedSomewhere = statement<unknown>(`select from forum_moderator where user_id = $1 limit 1`);

/** Whether the user is listed as a moderator of the forum; those who moderate everywhere are known by their group. */
export async function moderatesForum(db: Db, userId: number, forumId: number): Promise<boolean> {
  return (await listed(db, [forumId, userId])).length > 0;
}

/** Whether the user is listed as a moderator of any forum. */
export async function moderatesSomewhere(db: Db, userId: number): Promise<boolean> {
  return (await listedSomewhere(db, [userId])).length > 0;
}
