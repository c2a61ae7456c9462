import { getOnlyCookie, SITE_SESSION_COOKIE } from '#auth/cookies.ts';
import { readSession } from '#auth/session.ts';
import { parseId, parsePath } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { mayReadForum } from '#domain/forum/access.ts';
import { findForumOfThread } from '#domain/thread/read.ts';

/**
 * Whether the caller is logged in and may read the forum, or the forum of the thread, of a page's
 * path.
 */
export async function mayReadPage(
  db: Db,
  cookies: string | undefined,
  path: string,
): Promise<boolean> {
  const token = getOnlyCookie(cookies, SITE_SESSION_COOKIE);
  const session = token ? await readSession(db, token, 'site') : undefined;
  if (!session) return false;
  const [kind, name] = parsePath(path)?.rest ?? [];
  const id = parseId(name);
  const forumId =
    id && kind === 'post' ? await findForumOfThread(db, id) : kind === 'forum' ? id : undefined;
  return forumId !== undefined && mayReadForum(db, forumId, session.actor);
}
