import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

const find = statement<{ id: number }, { id: number | null; name: string }>(
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

/**
 * The number of the person whom a filter names, by a name or a number; null when there is nobody,
 * undefined when none is named.
 */
export async function findNamed(
  db: Db,
  named: string | undefined,
): Promise<number | null | undefined> {
  const text = named?.trim();
  if (!text) return undefined;
  const [found] = await find(db, {
    id: /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null,
    name: text,
  });
  return found?.id ?? null;
}
