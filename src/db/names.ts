import { appearanceOf } from '#contracts/appearance.ts';
import type { Db } from './client.ts';
import { inTransaction, type Runner, statement } from './statement.ts';

/*
 * Names that nobody else has (R35): neither the same letters, in whatever case, nor others that
 * look the same.
 */

/**
 * The lock of whoever gives somebody a name; the number is arbitrary, ours, and none of those of
 * migrate.ts, embedded.ts and publish/lock.ts.
 */
const NAMES_LOCK = 7_420_006;
const claim = statement<unknown>(`select pg_advisory_xact_lock(${NAMES_LOCK})`);
const taken = statement<unknown, { userId: number; nickname: string; appearance: string }>(`
  select
  from "user"
  where id <> :userId and (lower(nickname) = lower(:nickname) or lower(username) = lower(:nickname))
  union all
  select
  from "user"
  where id <> :userId and name_appearance = :appearance
  limit 1`);

/**
 * Whether somebody but `userId` has this name, or one that can't be told apart from it. Nobody else
 * gets it until the transaction ends: the caller either gives it in this transaction or leaves it.
 */
export async function claimName(tx: Runner, userId: number, nickname: string): Promise<boolean> {
  await claim(tx);
  return (await taken(tx, { userId, nickname, appearance: appearanceOf(nickname) })).length === 0;
}

const PORTION = 1_000;
const unknown = statement<{ id: number; nickname: string }, { after: number }>(
  `
    select id, nickname
    from "user"
    where id > :after and name_appearance is null
    order by id
    limit ${PORTION}
    for no key update`,
);
const set = statement<unknown, { ids: readonly number[]; appearances: readonly string[] }>(
  `
    update "user" u
    set name_appearance = made.name_appearance
    from unnest(:ids::int[], :appearances::text[]) as made(id, name_appearance)
    where u.id = made.id`,
);

/**
 * Computes how names of before look, a portion at a time; how many there were. Resumes where it was
 * stopped.
 */
export async function fillAppearances(db: Db): Promise<number> {
  let filled = 0;
  for (let after = 0; ; ) {
    const rows = await inTransaction(db, async (tx) => {
      const found = await unknown(tx, { after });
      if (found.length > 0)
        await set(tx, {
          ids: found.map(({ id }) => id),
          appearances: found.map(({ nickname }) => appearanceOf(nickname)),
        });
      return found;
    });
    filled += rows.length;
    if (rows.length < PORTION) return filled;
    after = rows.at(-1)?.id as number;
  }
}
