import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { administers } from '../forum/access.ts';
import { moderatesSomewhere } from '../forum/moderates.ts';
import { note } from '../log/note.ts';
import { lockTokens, type NewToken, storeToken } from './make.ts';

export interface IssuedToken extends NewToken {
  userId: number;
}

const revoke = statement<{ userId: number; name: string }, { id: number }>(
  `
    update access_token
    set revoked_at = now()
    where id = :id and revoked_at is null
    returning user_id as "userId", name`,
);
const named = statement<unknown, { id: number }>(`select from access_token where id = :id`);

const refused = (field: string) =>
  new AppError('malformed', { values: { field }, payload: [{ field }] });

/**
 * Makes a token by which a program acts as somebody (R43). Administrators make their own: a token
 * of another one would let who makes it act under that name. Throws malformed (no such person,
 * `moderate` for who moderates nothing), forbidden, limit.
 */
export const issueToken = (
  db: Db,
  actorId: number,
  { userId, ...token }: IssuedToken,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const { name, scopes, days } = token;
    const person = await lockTokens(tx, userId);
    if (!person) throw refused('user_id');
    const administrator = administers({ userId, groupId: person.groupId });
    if (administrator && userId !== actorId) throw new AppError('forbidden');
    if (scopes.includes('moderate') && !administrator && !(await moderatesSomewhere(tx, userId)))
      throw refused('scopes');
    const id = await storeToken(tx, userId, token);
    await note(tx, {
      actorId,
      action: 'token.create',
      target: { userId },
      detail: { token: id, name, scopes, days },
    });
    return id;
  });

/** Makes anybody's token useless; one that is so already stays so. Throws notFound. */
export const revokeAnyToken = (db: Db, actorId: number, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const [gone] = await revoke(tx, { id });
    if (gone)
      await note(tx, {
        actorId,
        action: 'token.revoke',
        target: { userId: gone.userId },
        detail: { token: id, name: gone.name },
      });
    else if ((await named(tx, { id })).length === 0) throw new AppError('notFound');
  });
