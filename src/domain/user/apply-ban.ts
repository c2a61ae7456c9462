import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { announceRemovals } from '#publish/outbox/announce-removals.ts';
import { cacheTag } from '#publish/outbox/cache-tags.ts';
import {
  type Invalidation,
  invalidate,
  toInvalidations,
  urgency,
} from '#publish/outbox/invalidation.ts';
import { getListTags } from '../thread/list-tags.ts';
import { THREADS_OF_USER_SQL } from '../thread/threads-of-user-sql.ts';
import { contentHiddenSql, isShownSql } from '../visibility.ts';

const selectForumsWithThreads = statement<{ id: number }, { userId: number }>(
  `
    select distinct t.forum_id as id
    from ${THREADS_OF_USER_SQL}
    where ${isShownSql('t')}`,
);

/**
 * Of a person whose content is shown again: the pages that name them, and the lists and feeds that
 * left it out.
 */
export async function getUnhideInvalidations(tx: Runner, userId: number): Promise<Invalidation[]> {
  const forums = await selectForumsWithThreads(tx, { userId });
  return [
    ...toInvalidations(urgency.moderation, cacheTag.user(userId), cacheTag.userPage(userId)),
    ...toInvalidations(
      urgency.list,
      ...getListTags([0, ...forums.map((forum) => forum.id)], ['creation']),
    ),
  ];
}

const lockUser = statement<{ hidden: boolean; hides: boolean; over: boolean }, { userId: number }>(`
  select
    content_hidden as hidden,
    coalesce(${contentHiddenSql('u')}, false) as hides,
    coalesce(u.banned_until <= now(), true) as over
  from "user" u
  where id = :userId
  for no key update`);
const clearBan = statement<unknown, { userId: number }>(
  `
    update "user"
    set banned_from = null, banned_until = null, content_hidden = false
    where id = :userId`,
);

/**
 * When a ban begins or ends (R29): makes published pages follow the ban in the user's row.
 * Resolves with the tags whose pages must be removed. Idempotent.
 */
export async function applyBan(db: Db, userId: number): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const [user] = await lockUser(tx, { userId });
    if (!user) return [];
    if (user.hides) {
      await invalidate(tx, toInvalidations(urgency.takedown, cacheTag.user(userId)));
      await announceRemovals(tx, [{ user: userId }]);
      return [cacheTag.user(userId)];
    }
    if (!user.over) return [];
    await invalidate(
      tx,
      user.hidden
        ? await getUnhideInvalidations(tx, userId)
        : toInvalidations(urgency.list, cacheTag.userPage(userId)),
    );
    await clearBan(tx, { userId });
    return [];
  });
}
