import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { toInvalidations, urgency } from '#outbox/invalidation.ts';
import { getListTags } from '../shared/thread-invalidations.ts';
import { THREADS_OF_USER_SQL } from '../shared/threads-of-user-sql.ts';
import { inUnitOfWork, type UnitOfWork } from '../shared/unit-of-work.ts';
import { contentHiddenSql, isShownSql } from '../shared/visibility.ts';

const selectForumsWithThreads = statement<{ id: number }, { userId: number }>(
  `
    select distinct t.forum_id as id
    from ${THREADS_OF_USER_SQL}
    where ${isShownSql('t')}`,
);

/** Takes down all pages with the user's content. */
export function hideContentOf(unit: UnitOfWork, userId: number): void {
  unit.invalidate(toInvalidations(urgency.takedown, cacheTag.user(userId)));
  unit.addRemoval([cacheTag.user(userId)], { removal: { user: userId } });
}

/** If the old ban hid content, pages that name the user, lists and feeds change, too. */
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

/** Follows a ban's start or end (R29). Idempotent. Returns tags of pages to remove. */
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
