import type { Actor } from '#auth/actor.ts';
import { getOnlyCookie, SITE_SESSION_COOKIE } from '#auth/cookies.ts';
import { readSession } from '#auth/session.ts';
import { parseId, parsePath } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { mayReadForum } from '#domain/forum/access.ts';
import { findForumOfThread } from '#domain/thread/read.ts';

/** Who asks for a page, by the cookies of the request. */
export async function readPageReader(
  db: Db,
  cookies: string | undefined,
): Promise<Actor | undefined> {
  const token = getOnlyCookie(cookies, SITE_SESSION_COOKIE);
  return token ? (await readSession(db, token, 'site'))?.actor : undefined;
}

/**
 * Whether the caller is logged in and may read the forum, or the forum of the thread, of a page's
 * path.
 */
export async function mayReadPage(
  db: Db,
  cookies: string | undefined,
  path: string,
): Promise<boolean> {
  const reader = await readPageReader(db, cookies);
  if (!reader) return false;
  const [kind, name] = parsePath(path)?.rest ?? [];
  const id = parseId(name);
  const forumId =
    id && kind === 'post' ? await findForumOfThread(db, id) : kind === 'forum' ? id : undefined;
  return forumId !== undefined && mayReadForum(db, forumId, reader);
}
