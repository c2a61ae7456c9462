import type { UserTagWire } from '#contracts/wire/user.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

export const toUserTagWire = (row: {
  id: number;
  userId: number;
  language: string;
  text: string;
  color: string;
  createdAt: Date;
  updatedAt: Date;
}): UserTagWire => ({
  id: row.id,
  user_id: row.userId,
  lang: row.language,
  text: row.text,
  color: row.color,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  deleted_at: null,
});

const selectUserTags = statement<Parameters<typeof toUserTagWire>[0], { userId: number }>(`
  select
    id,
    user_id as "userId",
    language,
    text,
    color,
    created_at as "createdAt",
    updated_at as "updatedAt"
  from user_tag
  where user_id = :userId and deleted_at is null
  order by id`);

/** A person's tags; none for a person that isn't there. */
export async function readUserTags(db: Db, userId: number): Promise<UserTagWire[]> {
  return (await selectUserTags(db, { userId })).map(toUserTagWire);
}
