import { AppError } from '#contracts/errors.ts';
import { TOKENS_MAX } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { administers } from '../forum/access.ts';
import { moderatesSomewhere } from '../forum/moderates.ts';
import { note } from '../log/note.ts';

export interface IssuedToken {
  userId: number;
  name: string;
  scopes: readonly string[];
  /** 0: until it is revoked. */
  days: number;
  /** What is stored of the token. */
  tokenHash: string;
  hint: string;
}

const lock = statement<{ groupId: number }>(`select group_id as "groupId" from "user" where id = $1 for no key update`);
const count = statement<{ count: number }>(`select count(*)::int as count from access_token where user_id = $1 and revoked_at is null and (expires_at is null or expires_at > now())`);
const insert = statement<{ id: number }>(`
  insert into access_token (user_id, name, token_hash, hint, scopes, expires_at) values ($1, $2, $3, $4, $5, case when $6::int > 0 then now() + make_interval(days => $6) end) returning id`);
const revoke = statement<{ userId: number; name: string }>(`update access_token set revoked_at = now() where id = $1 and revoked_at is null returning user_id as "userId", name`);
const named = statement<unknown>(`select from access_token where id = $1`);

const refused = (field: string) => new AppError('malformed', { values: { field }, payload: [{ field }] });

/**
 * Makes a token by which a program acts as somebody (R43). Administrators make their own: a token of another one would let
 * who makes it act under that name. Throws malformed (no such person, `moderate` for who moderates nothing), forbidden, limit.
 */
export const issueToken = (db: Db, actorId: number, { userId, name, scopes, days, tokenHash, hint }: IssuedToken): Promise<number> =>
  inTransaction(db, async (tx) => {
    const [person] = await lock(tx, [userId]);
    if (!person) throw refused('user_id');
    const administrator = administers({ userId, groupId: person.groupId });
    if (administrator && userId !== actorId) throw new AppError('forbidden');
    if (scopes.includes('moderate') && !administrator && !(await moderatesSomewhere(tx, userId))) throw refused('scopes');
    if (((await count(tx, [userId]))[0]?.count ?? 0) >= TOKENS_MAX) throw new AppError('limit');
    const [made] = await insert(tx, [userId, name, tokenHash, hint, [...new Set(scopes)], days]);
    const id = made?.id as number;
    await note(tx, { actorId, action: 'token.create', target: { userId }, detail: { token: id, name, scopes, days } });
    return id;
  });

/** Makes anybody's token useless; one that is so already stays so. Throws notFound. */
export const revokeAnyToken = (db: Db, actorId: number, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const [gone] = await revoke(tx, [id]);
    if (gone) await note(tx, { actorId, action: 'token.revoke', target: { userId: gone.userId }, detail: { token: id, name: gone.name } });
    else if ((await named(tx, [id])).length === 0) throw new AppError('notFound');
  });
