import { randomInt } from 'node:crypto';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { type Db, schema } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import type { Actor, Scope } from './actor.ts';
import { ACTOR_COLUMNS, type ActorRow, actorJoinSql, toActor } from './actor-row.ts';
import { hashSecret } from './secret.ts';

/* Personal access tokens (R43): `lt_` and 32 characters, 190 random bits. Only a hash is stored. */

const TOKEN_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TOKEN_FORMAT = /^lt_[0-9A-Za-z]{32}$/;

export interface NewToken {
  userId: number;
  name: string;
  scopes: readonly Scope[];
  /** Undefined: the token is valid until it is revoked. */
  expiresAt?: Date | undefined;
}

/** The text of a new token, which is shown once, and the record that is stored of it. */
export function generateToken(): { token: string; tokenHash: string; hint: string } {
  const token = `lt_${Array.from({ length: 32 }, () => TOKEN_ALPHABET[randomInt(TOKEN_ALPHABET.length)]).join('')}`;
  return { token, tokenHash: hashSecret(token), hint: token.slice(-4) };
}

/** Creates a token of a user. */
export async function createToken(
  db: Db,
  { userId, name, scopes, expiresAt }: NewToken,
): Promise<{ id: number; token: string }> {
  const { token, ...stored } = generateToken();
  const [row] = await db
    .insert(schema.accessToken)
    .values({
      userId,
      name,
      ...stored,
      scopes: [...new Set(scopes)],
      expiresAt: expiresAt ?? null,
    })
    .returning({ id: schema.accessToken.id });
  return { id: row?.id as number, token };
}

export interface LiveToken {
  id: number;
  actor: Actor;
  /** Not noted as used for a minute: due for `recordTokenUse`. */
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

/**
 * The user and scopes of a token, in one query; undefined when it is revoked, expired or unknown.
 */
export async function readToken(db: Db, token: string): Promise<LiveToken | undefined> {
  if (!TOKEN_FORMAT.test(token)) return undefined;
  const [row] = await findToken(db, { tokenHash: hashSecret(token) });
  return row && { id: row.id, actor: toActor(row, 'token', row.scopes), stale: row.stale };
}

const setTokenUsed = statement<unknown, { id: number }>(
  `
    update access_token
    set used_at = now()
    where id = :id and (used_at is null or used_at < now() - interval '1 minute')`,
);

export async function recordTokenUse(db: Db, id: number): Promise<void> {
  await setTokenUsed(db, { id });
}

/** Revokes a token of a user. Returns whether it was valid until now. */
export async function revokeToken(db: Db, userId: number, id: number): Promise<boolean> {
  const { accessToken } = schema;
  const revoked = await db
    .update(accessToken)
    .set({ revokedAt: new Date() })
    .where(
      and(eq(accessToken.id, id), eq(accessToken.userId, userId), isNull(accessToken.revokedAt)),
    );
  return (revoked.rowCount ?? 0) > 0;
}

/** The tokens of a user, newest first, revoked ones included; never the token itself. */
export async function listTokens(db: Db, userId: number) {
  const { id, name, hint, scopes, createdAt, usedAt, expiresAt, revokedAt, issuerId } =
    schema.accessToken;
  const issuer = schema.user.nickname;
  return db
    .select({ id, name, hint, scopes, createdAt, usedAt, expiresAt, revokedAt, issuer })
    .from(schema.accessToken)
    .leftJoin(schema.user, eq(schema.user.id, issuerId))
    .where(eq(schema.accessToken.userId, userId))
    .orderBy(desc(id));
}
