import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { announceGone, type Touch, tag, touch, touches, urgency } from '#publish/touch.ts';
import { contentHiddenSql } from './author-columns.ts';

const selectForumsWithThreads = statement<{ id: number }, { userId: number }>(
  `
    select distinct forum_id as id
    from thread
    where user_id = :userId and state = 'normal' and checked`,
);

/**
 * Of a person whose content is shown again: the pages that name them, and the lists and feeds that
 * left it out.
 */
export async function getUnhideInvalidations(tx: Runner, userId: number): Promise<Touch[]> {
  const forums = await selectForumsWithThreads(tx, { userId });
  return [
    ...touches(urgency.moderation, tag.user(userId), tag.userPage(userId)),
    ...touches(
      urgency.list,
      tag.list(0, 'newest'),
      ...forums.map((one) => tag.list(one.id, 'newest')),
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
 * When a ban begins or ends (R29): brings the published pages up to what the user's row and the
 * clock say. Resolves with the tags whose pages must go; doing it twice is the same as once.
 */
export async function applyBan(db: Db, userId: number): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const [user] = await lockUser(tx, { userId });
    if (!user) return [];
    if (user.hides) {
      await touch(tx, touches(urgency.takedown, tag.user(userId)));
      await announceGone(tx, [{ user: userId }]);
      return [tag.user(userId)];
    }
    if (!user.over) return [];
    await touch(
      tx,
      user.hidden
        ? await getUnhideInvalidations(tx, userId)
        : touches(urgency.list, tag.userPage(userId)),
    );
    await clearBan(tx, { userId });
    return [];
  });
}
