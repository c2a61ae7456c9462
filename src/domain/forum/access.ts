import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

/*
 * Who may read a forum: everybody, members, or certain groups, and administrators always. The one rule stands here
 * twice, for SQL and for rows that were read already.
 */

/** Who reads; null is a visitor. */
export interface Viewer {
  userId: number;
  groupId: number;
}

/** Groups that may everything, and users who moderate everywhere whatever their group (R20). */
const ADMINISTRATORS: readonly number[] = [10000, 10001];

export const administers = (viewer: Viewer | null): boolean => viewer !== null && (ADMINISTRATORS.includes(viewer.groupId) || ADMINISTRATORS.includes(viewer.userId));

/** The viewer as statements take one: null for a visitor, 0 for who may read everything, else the group. */
export function readerOf(viewer: Viewer | null): number | null {
  if (viewer === null) return null;
  return administers(viewer) ? 0 : viewer.groupId;
}

/** SQL: the forum with alias `f` may be read by `reader`, a parameter that holds readerOf. */
export const readableSql = (f: string, reader: string): string =>
  `(${f}.access = 'public' or (${reader}::int is not null and (${f}.access = 'members' or ${reader}::int = 0 or exists (select from forum_group where forum_id = ${f}.id and group_id = ${reader}::int))))`;

/** The same of a forum whose access and groups are known. */
export function isReadable(access: string, groups: readonly number[], viewer: Viewer | null): boolean {
  if (access === 'public') return true;
  return viewer !== null && (access === 'members' || administers(viewer) || groups.includes(viewer.groupId));
}

/** SQL: the ids of forums that `reader` may not read. PostgreSQL reads it once per query, and walks the list's index all the same. */
export const unreadableSql = (reader: string): string => `array(select closed.id from forum closed where not ${readableSql('closed', reader)})`;

const readable = statement<{ readable: boolean }>(`select ${readableSql('f', '$2')} as readable from forum f where f.id = $1`);

/** Whether there is such a forum for this viewer. */
export async function mayReadForum(db: Db, forumId: number, viewer: Viewer | null): Promise<boolean> {
  return (await readable(db, [forumId, readerOf(viewer)]))[0]?.readable ?? false;
}
