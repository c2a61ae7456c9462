import { and, eq, lt } from 'drizzle-orm';
import { type Db, schema } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { type Actor, SCOPES } from './actor.ts';
import { actorOf, PERSON_COLUMNS, type PersonRow } from './person.ts';
import { hashSecret, isSecret, randomSecret } from './secret.ts';

export type SessionKind = 'site' | 'admin';

const HOUR = 3_600;
/** Seconds. A site session lives on while it is used; one of the admin area ends, used or not. */
export const SESSION_AGE: Readonly<Record<SessionKind, number>> = { site: 30 * 24 * HOUR, admin: 12 * HOUR };

export interface NewSession {
  userId: number;
  kind: SessionKind;
  /** What the provider gave; handed back when the session is ended. */
  idToken?: string | undefined;
  ip: string;
  userAgent: string;
  /** When the provider saw the person log in; now, when it doesn't say. */
  authenticatedAt?: Date | undefined;
}

/** Logs a browser in; the token goes into its cookie and is nowhere else. */
export async function createSession(db: Db, { userId, kind, idToken, ip, userAgent, authenticatedAt }: NewSession): Promise<string> {
  const token = randomSecret();
  await db.insert(schema.session).values({
    tokenHash: hashSecret(token),
    userId,
    kind,
    idToken: idToken ?? null,
    ip,
    userAgent: userAgent.slice(0, 300),
    ...(authenticatedAt ? { authenticatedAt } : {}),
    expiresAt: new Date(Date.now() + SESSION_AGE[kind] * 1_000),
  });
  return token;
}

export interface LiveSession {
  actor: Actor;
  /** Not seen for an hour: due for `renewSession`. */
  stale: boolean;
}

const find = statement<PersonRow & { stale: boolean; authenticatedAt: Date }>(`
  select ${PERSON_COLUMNS}, s.seen_at < now() - interval '1 hour' as stale, s.authenticated_at as "authenticatedAt"
  from session s join "user" u on u.id = s.user_id join "group" g on g.id = u.group_id
  where s.token_hash = $1 and s.kind = $2 and s.expires_at > now()`);

/** Who the holder of a session's token is, in one query; undefined when it has ended, expired or never was. */
export async function readSession(db: Db, token: string, kind: SessionKind): Promise<LiveSession | undefined> {
  if (!isSecret(token)) return undefined;
  const [row] = await find(db, [hashSecret(token), kind]);
  return row && { actor: { ...actorOf(row, 'session', SCOPES), authenticatedAt: row.authenticatedAt }, stale: row.stale };
}

/** The condition lets only the first of many requests at the same moment write. */
const renew = statement(`
  update session set seen_at = now(), expires_at = case kind when 'site' then now() + make_interval(secs => $2) else expires_at end
  where token_hash = $1 and seen_at < now() - interval '1 hour'`);

/** Notes that a session was used and lets a site session live its full time from now. */
export async function renewSession(db: Db, token: string): Promise<void> {
  await renew(db, [hashSecret(token), SESSION_AGE.site]);
}

/** Logs a browser out. Gives what the provider needs for ending its own session; undefined when there was none to end. */
export async function endSession(db: Db, token: string): Promise<{ idToken: string | null } | undefined> {
  const [ended] = await db
    .delete(schema.session)
    .where(eq(schema.session.tokenHash, hashSecret(token)))
    .returning({ idToken: schema.session.idToken });
  return ended;
}

/** Logs a person out everywhere, or everywhere of one kind. Returns how many sessions ended. */
export async function endSessionsOf(db: Db, userId: number, kind?: SessionKind): Promise<number> {
  const ended = await db.delete(schema.session).where(and(eq(schema.session.userId, userId), kind && eq(schema.session.kind, kind)));
  return ended.rowCount ?? 0;
}

/** Removes what can't be used any more; for a job that runs now and then. */
export async function sweepLogins(db: Db): Promise<void> {
  const now = new Date();
  await db.delete(schema.session).where(lt(schema.session.expiresAt, now));
  await db.delete(schema.loginAttempt).where(lt(schema.loginAttempt.expiresAt, now));
}
