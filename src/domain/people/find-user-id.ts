import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

const selectUserId = statement<{ id: number }, { id: number | null; name: string }>(
  `
    select id
    from "user"
    where id = :id
    union all
    select id
    from "user"
    where lower(nickname) = lower(:name)
    limit 1`,
);

/** User id of a filter's name or id: null if no user matches, undefined without a filter. */
export async function findUserId(
  db: Db,
  nameOrId: string | undefined,
): Promise<number | null | undefined> {
  const text = nameOrId?.trim();
  if (!text) return undefined;
  const [found] = await selectUserId(db, {
    id: /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null,
    name: text,
  });
  return found?.id ?? null;
}
