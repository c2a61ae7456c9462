import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { SHOWN_PAGES_CTES } from './invalidate-user.ts';

const selectUsersWithNewLevel = statement<{ userId: number }>(
  `
    select split_part(key, ':', 2)::int as "userId"
    from graphile_worker.jobs
    where key like 'level:%'`,
);
const selectShownTags = statement<{ tag: string }, { userIds: readonly number[] }>(
  `with ${SHOWN_PAGES_CTES} select tag from shown`,
);

/** Pages with a new level are re-rendered some minutes later (src/decisions/thread-pages.md). */
export async function readTagsOfNewLevels(db: Db): Promise<string[]> {
  const people = (await selectUsersWithNewLevel(db)).map(({ userId }) => userId);
  if (people.length === 0) return [];
  return [
    ...(await selectShownTags(db, { userIds: people })).map((row) => row.tag),
    ...people.flatMap((userId) => [cacheTag.user(userId), cacheTag.userPage(userId)]),
  ];
}
