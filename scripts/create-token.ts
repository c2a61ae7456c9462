import { generateToken } from '#auth/access-token.ts';
import type { Scope } from '#auth/actor.ts';
import type { Db } from '#db/client.ts';
import { insertToken } from '#domain/people/token/create.ts';

export interface TokenRequest {
  userId: number;
  name: string;
  scopes: readonly Scope[];
  /** From now on; 0: until revoked. */
  days?: number;
}

/** Creates a token of a user without checking their rights. */
export async function createToken(
  db: Db,
  { userId, name, scopes, days = 0 }: TokenRequest,
): Promise<{ id: number; token: string }> {
  const { token, ...stored } = generateToken();
  return { id: await insertToken(db, userId, { name, scopes, days, ...stored }), token };
}
