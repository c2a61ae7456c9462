import type { Db } from '#db/client.ts';

/** Random ids of `count` members who may write, equal in each run on one database. */
export async function chooseMembers(db: Db, count: number): Promise<number[]> {
  const { rows } = await db.$client.query<{ id: number }>(
    `
      select id
      from "user"
      where id > 10100 and banned_until is null and group_id = 10
      order by hashint4(id), id
      limit $1`,
    [count],
  );
  return rows.map(({ id }) => id);
}
