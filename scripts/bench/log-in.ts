import type { BrowserContext } from 'playwright';
import { createSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import type { Db } from '#db/client.ts';

/** Logs a browser in as a member who has liked nothing yet in these threads. */
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
  const token = await createSession(db, {
    userId: rows[0]?.id as number,
    kind: 'site',
    ip: '127.0.0.1',
    userAgent: 'bench',
  });
  await context.addCookies(
    Object.entries({ bbs: token, 'XSRF-TOKEN': deriveXsrfToken(token), member: '1' }).map(
      ([name, value]) => ({ name, value, url }),
    ),
  );
}
