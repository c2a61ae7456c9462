import { createSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import type { Db } from '#db/client.ts';

/** The headers of a browser whose user logged in so many seconds ago. */
export async function browserHeaders(
  db: Db,
  userId: number,
  loginAgeSeconds = 0,
): Promise<Record<string, string>> {
  const token = await createSession(db, {
    userId,
    kind: 'site',
    ip: '127.0.0.1',
    userAgent: 'test',
    authenticatedAt: new Date(Date.now() - loginAgeSeconds * 1_000),
  });
  return {
    cookie: `bbs=${token}; XSRF-TOKEN=${deriveXsrfToken(token)}; member=1`,
    'x-xsrf-token': deriveXsrfToken(token),
  };
}
