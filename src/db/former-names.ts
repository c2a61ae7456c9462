import { createHash } from 'node:crypto';
import { appearanceOf } from '#contracts/appearance.ts';
import { FORMER_NAME_DAYS } from '#platform/limits.ts';
import { type Runner, statement } from './statement.ts';

/*
 * A name that somebody gave up is kept for them for some days (R35), so that nobody passes for
 * them at once. It is stored as a hash of its appearance: what looks the same has the same hash.
 */

const hashAppearance = (name: string): string =>
  createHash('sha256').update(appearanceOf(name)).digest('base64url');

const KEPT_SQL = `interval '${FORMER_NAME_DAYS} days'`;

const insertFormerNames = statement<unknown, { userId: number; hashes: readonly string[] }>(`
  with expired as (
    delete from former_name
    where released_at < now() - ${KEPT_SQL}
      and not (user_id = :userId and appearance_hash = any(:hashes::text[]))
  )
  insert into former_name (user_id, appearance_hash)
  select :userId, hash
  from unnest(:hashes::text[]) as hash
  on conflict (user_id, appearance_hash) do update set released_at = now()`);

/** Keeps names for the user who has given them up, and forgets those that are kept no longer. */
export const keepFormerNames = (
  tx: Runner,
  userId: number,
  names: readonly string[],
): Promise<unknown> =>
  insertFormerNames(tx, { userId, hashes: [...new Set(names.map(hashAppearance))] });

const selectKeptName = statement<{ userId: number }, { userId: number; hash: string }>(`
  select user_id as "userId"
  from former_name
  where appearance_hash = :hash
    and user_id <> :userId
    and released_at >= now() - ${KEPT_SQL}
  limit 1`);

/** Whether a name that looks like this one is kept for somebody but `userId`. */
export const isFormerName = async (tx: Runner, userId: number, name: string): Promise<boolean> =>
  (await selectKeptName(tx, { userId, hash: hashAppearance(name) })).length > 0;
