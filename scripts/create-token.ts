import { generateToken } from '#auth/access-token.ts';
import type { Scope } from '#auth/actor.ts';
import type { Db } from '#db/client.ts';
import { insertToken } from '#domain/token/create.ts';

const DAY_MS = 86_400_000;

export interface TokenRequest {
  userId: number;
  name: string;
  scopes: readonly Scope[];
  /** Undefined: the token is valid until it is revoked. */
  expiresAt?: Date | undefined;
}

/** Makes a token of a user without asking whether they may have one. */
export async function createToken(
  db: Db,
  { userId, name, scopes, expiresAt }: TokenRequest,
): Promise<{ id: number; token: string }> {
  const { token, ...stored } = generateToken();
  const days = expiresAt ? (expiresAt.getTime() - Date.now()) / DAY_MS : 0;
  return { id: await insertToken(db, userId, { name, scopes, days, ...stored }), token };
}
