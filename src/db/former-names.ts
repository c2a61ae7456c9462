import { createHash } from 'node:crypto';
import { appearanceOf } from '#contracts/appearance.ts';
import { FORMER_NAME_DAYS } from '#platform/limits.ts';
import { type Runner, statement } from './statement.ts';

/* Given-up names are reserved for their former owner (R35), as a hash that lookalikes share. */

const hashAppearance = (name: string): string =>
  createHash('sha256').update(appearanceOf(name)).digest('base64url');

const RESERVED_SQL = `interval '${FORMER_NAME_DAYS} days'`;

const insertFormerNames = statement<unknown, { userId: number; hashes: readonly string[] }>(`
  with expired as (
    delete from former_name
    where released_at < now() - ${RESERVED_SQL}
      and not (user_id = :userId and appearance_hash = any(:hashes::text[]))
  )
  insert into former_name (user_id, appearance_hash)
  select :userId, hash
  from unnest(:hashes::text[]) as hash
  on conflict (user_id, appearance_hash) do update set released_at = now()`);

/** Reserves names for the user who gave them up, and deletes expired reservations. */
export const reserveFormerNames = (
  tx: Runner,
  userId: number,
  names: readonly string[],
): Promise<unknown> =>
  insertFormerNames(tx, { userId, hashes: [...new Set(names.map(hashAppearance))] });

const selectReservedName = statement<{ userId: number }, { userId: number; hash: string }>(`
  select user_id as "userId"
  from former_name
  where appearance_hash = :hash
    and user_id <> :userId
    and released_at >= now() - ${RESERVED_SQL}
  limit 1`);

/** Whether a lookalike of this name is reserved for a user other than `userId`. */
export const isFormerName = async (tx: Runner, userId: number, name: string): Promise<boolean> =>
  (await selectReservedName(tx, { userId, hash: hashAppearance(name) })).length > 0;
