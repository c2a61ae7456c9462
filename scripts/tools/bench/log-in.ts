import type { BrowserContext } from 'playwright';
import { getSessionCookieName, MEMBER_COOKIE } from '#auth/cookies.ts';
import { createSession, type SessionKind } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import type { Db } from '#db/client.ts';

/** Logs a browser in with an inserted session. */
export async function addSession(
  context: BrowserContext,
  db: Db,
  url: string,
  { userId, kind }: { userId: number; kind: SessionKind },
): Promise<void> {
  const token = await createSession(db, { userId, kind, ip: '127.0.0.1', userAgent: 'forum' });
  const cookies = {
    [getSessionCookieName({ secure: false }, kind)]: token,
    'XSRF-TOKEN': deriveXsrfToken(token),
    ...(kind === 'site' ? { [MEMBER_COOKIE]: '1' } : {}),
  };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
}

/** Logs a browser in as a member without likes in these threads. */
export async function logInAsMember(
  context: BrowserContext,
  db: Db,
  url: string,
  threads: readonly number[],
): Promise<void> {
  const { rows } = await db.$client.query<{ id: number }>(
    `
      select u.id
      from "user" u
      where u.id > 10100
        and u.banned_until is null
        and u.group_id = 10
        and not exists (select from thread_like l where l.user_id = u.id and l.thread_id = any ($1))
      order by hashint4(u.id)
      limit 1`,
    [threads],
  );
  await addSession(context, db, url, { userId: rows[0]?.id as number, kind: 'site' });
}
