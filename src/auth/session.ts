import { SESSION_IDLE_SECONDS, SESSION_MAX_SECONDS, TOKEN_SCOPES } from '#contracts/limits.ts';
import type { SessionWire } from '#contracts/wire/settings.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import { MAX_SESSIONS_LISTED } from '#platform/limits.ts';
import type { Actor } from './actor.ts';
import { ACTOR_COLUMNS, type ActorRow, actorJoinSql, toActor } from './actor-row.ts';
import { hashSecret, isSecret, randomSecret } from './secret.ts';

export type SessionKind = 'site' | 'admin';

export interface NewSession {
  userId: number;
  kind: SessionKind;
  /** The provider's id token, which ends its session at logout. */
  idToken?: string | null | undefined;
  ip: string;
  userAgent: string;
  /** When the person logged in at the provider; default: now. */
  authenticatedAt?: Date | null | undefined;
}

const insertSession = statement<
  unknown,
  {
    tokenHash: string;
    userId: number;
    kind: SessionKind;
    idToken: string | null;
    ip: string;
    userAgent: string;
    authenticatedAt: Date | null;
    idleSeconds: number;
  }
>(`
  insert into session (
    token_hash,
    user_id,
    kind,
    id_token,
    ip,
    user_agent,
    authenticated_at,
    expires_at
  )
  values (
    :tokenHash, :userId, :kind, :idToken, :ip, :userAgent,
    coalesce(:authenticatedAt::timestamptz, now()), now() + make_interval(secs => :idleSeconds)
  )`);

/** Logs a browser in. Only the cookie holds the returned token. */
export async function createSession(
  db: Db,
  { userId, kind, idToken = null, ip, userAgent, authenticatedAt = null }: NewSession,
): Promise<string> {
  const token = randomSecret();
  await insertSession(db, {
    tokenHash: hashSecret(token),
    userId,
    kind,
    idToken,
    ip,
    userAgent: userAgent.slice(0, 300),
    authenticatedAt,
    idleSeconds: SESSION_IDLE_SECONDS[kind],
  });
  return token;
}

export interface LiveSession {
  actor: Actor;
  /** Not used for an hour: call `renewSession`. */
  stale: boolean;
  /** Absolute end, however much it is used. */
  endsAt: Date;
}

/** SQL: the absolute end of a session. */
const sessionEndSql = (s: string): string =>
  `${s}.created_at + make_interval(secs => case ${s}.kind when 'admin' then ${SESSION_MAX_SECONDS.admin} else ${SESSION_MAX_SECONDS.site} end)`;

const findSession = statement<
  ActorRow & { stale: boolean; authenticatedAt: Date; endsAt: Date },
  { tokenHash: string; kind: string }
>(`
  select
    ${ACTOR_COLUMNS},
    s.seen_at < now() - interval '1 hour' as stale,
    s.authenticated_at as "authenticatedAt",
    ${sessionEndSql('s')} as "endsAt"
  from session s
  ${actorJoinSql('s')}
  where s.token_hash = :tokenHash
    and s.kind = :kind
    and s.expires_at > now()
    and ${sessionEndSql('s')} > now()`);

/** The user of a session token; undefined if it ended, expired or is unknown. One query. */
export async function readSession(
  db: Db,
  token: string,
  kind: SessionKind,
): Promise<LiveSession | undefined> {
  if (!isSecret(token)) return undefined;
  const [row] = await findSession(db, { tokenHash: hashSecret(token), kind });
  return (
    row && {
      actor: { ...toActor(row, 'session', TOKEN_SCOPES), authenticatedAt: row.authenticatedAt },
      stale: row.stale,
      endsAt: row.endsAt,
    }
  );
}

const findViewers = statement<
  Pick<ActorRow, 'userId' | 'groupId' | 'read'> & { hash: string },
  { hashes: readonly string[] }
>(`
  select s.token_hash as hash, u.id as "userId", u.group_id as "groupId", g.allow_read as read
  from session s
  ${actorJoinSql('s')}
  where s.token_hash = any(:hashes::text[])
    and s.kind = 'site'
    and s.expires_at > now()
    and ${sessionEndSql('s')} > now()`);

/** Current users of site sessions, by token hash; ended sessions are missing. */
export async function readViewersOfSessions(
  db: Db,
  hashes: readonly string[],
): Promise<Map<string, { userId: number; groupId: number; rights: { read: boolean } }>> {
  return new Map(
    (await findViewers(db, { hashes })).map(({ hash, userId, groupId, read }) => [
      hash,
      { userId, groupId, rights: { read } },
    ]),
  );
}

/** Characters of the hash that identify a session in lists; they can't be used to log in. */
const SESSION_ID_LENGTH = 16;
const findSessionsOfUser = statement<
  SessionWire,
  { userId: number; ownHashes: readonly string[] }
>(`
  select
    left(s.token_hash, ${SESSION_ID_LENGTH}) as id,
    s.kind,
    s.user_agent,
    s.ip,
    ${isoSql('s.created_at')} as created_at,
    ${isoSql('s.seen_at')} as seen_at,
    s.token_hash = any(:ownHashes::text[]) as current
  from session s
  where s.user_id = :userId and s.expires_at > now() and ${sessionEndSql('s')} > now()
  order by s.token_hash = any(:ownHashes::text[]) desc, s.kind desc, s.seen_at desc
  limit ${MAX_SESSIONS_LISTED}`);
const deleteOtherSessions = statement<
  unknown,
  { userId: number; keep: readonly string[]; id: string | null }
>(
  `
    delete from session
    where user_id = :userId
      and token_hash <> all(:keep::text[])
      and (:id::text is null or left(token_hash, ${SESSION_ID_LENGTH}) = :id)
    returning 1`,
);

/** A person's sessions on site and admin area; those in `ownTokens` come first. */
export const listSessions = (
  db: Db,
  userId: number,
  ownTokens: readonly string[],
): Promise<SessionWire[]> =>
  findSessionsOfUser(db, { userId, ownHashes: ownTokens.map(hashSecret) });

/** Ends one or all other sessions, but never those in `ownTokens`. Returns how many ended. */
export async function endOtherSessions(
  db: Db,
  userId: number,
  ownTokens: readonly string[],
  id?: string,
): Promise<number> {
  return (
    await deleteOtherSessions(db, { userId, keep: ownTokens.map(hashSecret), id: id ?? null })
  ).length;
}

/** The condition lets only the first of many concurrent requests write. */
const extendSession = statement<unknown, { tokenHash: string }>(`
  update session s
  set
    seen_at = now(),
    expires_at = case kind
      when 'site' then least(
          now() + make_interval(secs => ${SESSION_IDLE_SECONDS.site}),
          ${sessionEndSql('s')}
        )
      else expires_at
    end
  where token_hash = :tokenHash and seen_at < now() - interval '1 hour'`);

/** Records a session's use, and extends a site session up to its absolute end. */
export async function renewSession(db: Db, token: string): Promise<void> {
  await extendSession(db, { tokenHash: hashSecret(token) });
}

const deleteSession = statement<{ userId: number; idToken: string | null }, { tokenHash: string }>(`
  delete from session
  where token_hash = :tokenHash
  returning user_id as "userId", id_token as "idToken"`);

/** Ends a session. Returns its user and the provider's logout data; undefined if there was none. */
export const endSession = async (
  db: Db,
  token: string,
): Promise<{ userId: number; idToken: string | null } | undefined> =>
  (await deleteSession(db, { tokenHash: hashSecret(token) }))[0];
