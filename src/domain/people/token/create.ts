import { AppError } from '#contracts/errors.ts';
import type { Lang } from '#contracts/language.ts';
import { MAX_TOKENS_PER_USER } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';

export interface NewToken {
  name: string;
  scopes: readonly string[];
  /** From now; 0: until revoked. */
  days: number;
  tokenHash: string;
  hint: string;
  /** The administrator, if created for another user. */
  issuerId?: number | undefined;
}

const lockUser = statement<{ groupId: number; language: Lang }, { userId: number }>(
  `select group_id as "groupId", language from "user" where id = :userId for no key update`,
);
const countActiveTokens = statement<{ count: number }, { userId: number }>(
  `
    select count(*)::int as count
    from access_token
    where user_id = :userId and revoked_at is null and (expires_at is null or expires_at > now())`,
);
const insertTokenRow = statement<
  { id: number },
  Omit<NewToken, 'issuerId'> & { userId: number; issuerId: number | null }
>(`
  insert into access_token (
    user_id,
    name,
    token_hash,
    hint,
    scopes,
    issuer_id,
    expires_at
  )
  values (
    :userId,
    :name,
    :tokenHash,
    :hint,
    :scopes,
    :issuerId,
    case when :days::float8 <> 0 then now() + :days * interval '1 day' end
  )
  returning id`);

/** Locks until the transaction ends. Returns group and language; undefined if unknown. */
export const lockTokensOfUser = async (
  tx: Runner,
  userId: number,
): Promise<{ groupId: number; language: Lang } | undefined> => (await lockUser(tx, { userId }))[0];

/** Stores a token without checking the limit. Returns its id. */
export async function insertToken(
  on: Db | Runner,
  userId: number,
  token: NewToken,
): Promise<number> {
  const [inserted] = await insertTokenRow(on, {
    ...token,
    userId,
    scopes: [...new Set(token.scopes)],
    issuerId: token.issuerId ?? null,
  });
  return inserted?.id as number;
}

/** Stores a token after `lockTokensOfUser`. Throws limit. */
export async function storeToken(tx: Runner, userId: number, token: NewToken): Promise<number> {
  if (((await countActiveTokens(tx, { userId }))[0]?.count ?? 0) >= MAX_TOKENS_PER_USER)
    throw new AppError('limit');
  return insertToken(tx, userId, token);
}

/** Creates a user's own token; the lock enforces the limit. Throws limit. */
export const createOwnToken = (db: Db, userId: number, token: NewToken): Promise<number> =>
  inTransaction(db, async (tx) => {
    await lockTokensOfUser(tx, userId);
    return storeToken(tx, userId, token);
  });
