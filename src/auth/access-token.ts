import { randomInt } from 'node:crypto';
import type { TokenWire } from '#contracts/wire/settings.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import type { Actor, Scope } from './actor.ts';
import { ACTOR_COLUMNS, type ActorRow, actorJoinSql, toActor } from './actor-row.ts';
import { hashSecret } from './secret.ts';

/* Personal access tokens (R43): `lt_` and 32 characters, 190 random bits. Only a hash is stored. */

/** Tokens that one list returns; a person's own limit is lower, administrators may create more. */
const MAX_TOKENS_LISTED = 200;
const TOKEN_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TOKEN_FORMAT = /^lt_[0-9A-Za-z]{32}$/;

/** A new token, shown once, and the columns that are stored of it. */
export function generateToken(): { token: string; tokenHash: string; hint: string } {
  const token = `lt_${Array.from({ length: 32 }, () => TOKEN_ALPHABET[randomInt(TOKEN_ALPHABET.length)]).join('')}`;
  return { token, tokenHash: hashSecret(token), hint: token.slice(-4) };
}

export interface LiveToken {
  id: number;
  actor: Actor;
  /** True if the last use was recorded over a minute ago: call `recordTokenUse`. */
  stale: boolean;
}

const findToken = statement<
  ActorRow & { id: number; scopes: Scope[]; stale: boolean },
  { tokenHash: string }
>(`
  select
    ${ACTOR_COLUMNS},
    t.id,
    t.scopes,
    coalesce(t.used_at < now() - interval '1 minute', true) as stale
  from access_token t
  ${actorJoinSql('t')}
  where t.token_hash = :tokenHash
    and t.revoked_at is null
    and (t.expires_at is null or t.expires_at > now())`);

/** The user and scopes of a token; undefined if it is revoked, expired or unknown. One query. */
export async function readToken(db: Db, token: string): Promise<LiveToken | undefined> {
  if (!TOKEN_FORMAT.test(token)) return undefined;
  const [row] = await findToken(db, { tokenHash: hashSecret(token) });
  return row && { id: row.id, actor: toActor(row, 'token', row.scopes), stale: row.stale };
}

export const recordTokenUse = statement<unknown, { id: number }>(
  `
    update access_token
    set used_at = now()
    where id = :id and (used_at is null or used_at < now() - interval '1 minute')`,
);

const updateRevoked = statement<{ id: number }, { id: number; userId: number }>(`
  update access_token
  set revoked_at = now()
  where id = :id and user_id = :userId and revoked_at is null
  returning id`);

/** Revokes a token of a user. Returns whether it was valid before. */
export const revokeToken = async (db: Db, userId: number, id: number): Promise<boolean> =>
  (await updateRevoked(db, { userId, id })).length > 0;

/** The valid tokens of a user, newest first, without the tokens themselves. */
export const listTokens = statement<TokenWire, { userId: number }>(`
  select
    t.id,
    t.name,
    t.hint,
    t.scopes,
    ${isoSql('t.created_at')} as created_at,
    ${isoSql('t.used_at')} as used_at,
    ${isoSql('t.expires_at')} as expires_at,
    issuer.nickname as issuer
  from access_token t
  left join "user" issuer on issuer.id = t.issuer_id
  where t.user_id = :userId
    and t.revoked_at is null
    and (t.expires_at is null or t.expires_at > now())
  order by t.id desc
  limit ${MAX_TOKENS_LISTED}`);
