import type { Db } from '#db/client.ts';
import { createToken } from '../../create-token.ts';

/** Random ids of `count` members who may write, equal in each run; by default none of the demo. */
export async function chooseMembers(db: Db, count: number, afterId = 10_100): Promise<number[]> {
  const { rows } = await db.$client.query<{ id: number }>(
    `
      select id
      from "user"
      where id > $2 and banned_until is null and group_id = 10
      order by hashint4(id), id
      limit $1`,
    [count, afterId],
  );
  return rows.map(({ id }) => id);
}

/** A token for each member, with which they read and write for a day. */
export const createTokens = (db: Db, userIds: readonly number[]): Promise<string[]> =>
  Promise.all(
    userIds.map(async (userId) => {
      const request = { userId, name: 'measurement', scopes: ['read', 'write'], days: 1 } as const;
      return (await createToken(db, request)).token;
    }),
  );
