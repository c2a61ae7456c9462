import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { cacheTag } from '#publish/outbox/cache-tags.ts';
import { toInvalidations, urgency } from '#publish/outbox/invalidation.ts';
import { getListTags } from '../thread/invalidations.ts';
import { THREADS_OF_USER_SQL } from '../thread/threads-of-user-sql.ts';
import { inUnitOfWork, type UnitOfWork } from '../unit-of-work.ts';
import { contentHiddenSql, isShownSql } from '../visibility.ts';

const selectForumsWithThreads = statement<{ id: number }, { userId: number }>(
  `
    select distinct t.forum_id as id
    from ${THREADS_OF_USER_SQL}
    where ${isShownSql('t')}`,
);

/** Takes down everything that shows what a person wrote. */
export function hideContentOf(unit: UnitOfWork, userId: number): void {
  unit.invalidate(toInvalidations(urgency.takedown, cacheTag.user(userId)));
  unit.addRemoval([cacheTag.user(userId)], { removal: { user: userId } });
}

/**
 * When another ban than before is in force, or none: the person's page; where the former one hid
 * what they wrote, the pages that name them, and the lists and feeds that left it out.
 */
export async function invalidateBan(
  unit: UnitOfWork,
  userId: number,
  wasHidden: boolean,
): Promise<void> {
  if (!wasHidden) {
    unit.invalidate(toInvalidations(urgency.list, cacheTag.userPage(userId)));
    return;
  }
  const forums = await selectForumsWithThreads(unit.tx, { userId });
  unit.invalidate([
    ...toInvalidations(urgency.moderation, cacheTag.user(userId), cacheTag.userPage(userId)),
    ...toInvalidations(
      urgency.list,
      ...getListTags([0, ...forums.map((forum) => forum.id)], ['creation']),
    ),
  ]);
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
  const { removedTags } = await inUnitOfWork(db, async (unit) => {
    const [user] = await lockUser(unit.tx, { userId });
    if (user?.hides) hideContentOf(unit, userId);
    else if (user?.over) {
      await invalidateBan(unit, userId, user.hidden);
      await clearBan(unit.tx, { userId });
    }
  });
  return removedTags;
}
