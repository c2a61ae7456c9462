import { appearanceOf } from '#contracts/appearance.ts';
import { NICKNAME_LOCK_ID } from './advisory-lock-ids.ts';
import type { Db } from './client.ts';
import { isFormerName } from './former-names.ts';
import { inTransaction, type Runner, statement } from './statement.ts';

/* Unique nicknames (R35): letter case is ignored, and lookalikes count as equal. */

/** Every transaction that assigns a name holds it. */
const lockNicknames = statement<unknown>(`select pg_advisory_xact_lock(${NICKNAME_LOCK_ID})`);
const selectTakenNickname = statement<
  unknown,
  { userId: number; nickname: string; appearance: string }
>(`
  select
  from "user"
  where id <> :userId and (lower(nickname) = lower(:nickname) or lower(username) = lower(:nickname))
  union all
  select
  from "user"
  where id <> :userId and name_appearance = :appearance
  limit 1`);

/** `reserved`: another user gave up a lookalike and may still take it back. */
export type NicknameState = 'free' | 'taken' | 'reserved';

/**
 * Whether a name or a lookalike is free for `userId`. It stays locked until the transaction ends:
 * the caller assigns it in this transaction or not at all.
 */
export async function reserveNickname(
  tx: Runner,
  userId: number,
  nickname: string,
): Promise<NicknameState> {
  await lockNicknames(tx);
  const appearance = appearanceOf(nickname);
  if ((await selectTakenNickname(tx, { userId, nickname, appearance })).length > 0) return 'taken';
  return (await isFormerName(tx, userId, nickname)) ? 'reserved' : 'free';
}

const USERS_PER_BATCH = 1_000;
const selectUsersWithoutAppearance = statement<{ id: number; nickname: string }, { after: number }>(
  `
    select id, nickname
    from "user"
    where id > :after and name_appearance is null
    order by id
    limit ${USERS_PER_BATCH}
    for no key update`,
);
const updateAppearances = statement<
  unknown,
  { ids: readonly number[]; appearances: readonly string[] }
>(
  `
    update "user" u
    set name_appearance = made.name_appearance
    from unnest(:ids::int[], :appearances::text[]) as made(id, name_appearance)
    where u.id = made.id`,
);

/** Computes the appearance of older names in batches; resumable. Returns their number. */
export async function fillNameAppearances(db: Db): Promise<number> {
  let filled = 0;
  for (let after = 0; ; ) {
    const rows = await inTransaction(db, async (tx) => {
      const users = await selectUsersWithoutAppearance(tx, { after });
      if (users.length > 0)
        await updateAppearances(tx, {
          ids: users.map(({ id }) => id),
          appearances: users.map(({ nickname }) => appearanceOf(nickname)),
        });
      return users;
    });
    filled += rows.length;
    if (rows.length < USERS_PER_BATCH) return filled;
    after = rows.at(-1)?.id as number;
  }
}
