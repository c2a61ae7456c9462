import { ABOUT_PAGES } from '#contracts/about-pages.ts';
import { LANGS, langOf, type ThreadLanguage } from '#contracts/language.ts';
import { ORDERS } from '#contracts/list-orders.ts';
import {
  AREAS,
  aboutPath,
  atomPath,
  CLIENT_PAGES,
  clientPagePath,
  ERROR_PAGES,
  errorPagePath,
  feedPath,
  forumPath,
  forumsPath,
  homePath,
  manifestPath,
  mePath,
  offlinePath,
  pageOfFloor,
  ROOTS,
  rootOf,
  threadPath,
  userPath,
} from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { isPublicThreadSql } from '#domain/shared/visibility.ts';

const selectPublicForums = statement<{ id: number }>(
  `select id from forum where access = 'public' order by id`,
);
const selectThreadsBelow = statement<
  { id: number; language: ThreadLanguage; lastFloor: number },
  { below: number }
>(`
  select t.id, t.language, t.last_floor as "lastFloor"
  from thread t
  where t.id < :below and ${isPublicThreadSql('t')}
  order by t.id desc
  limit 1000`);
const selectUsersAfter = statement<{ id: number }, { from: number }>(
  `select id from "user" where id > :from and posts_cnt > 0 order by id limit 1000`,
);

/** Paths of all pages to publish, the most useful first: lists, then threads from new to old. */
export async function* iterateAllPaths(db: Db): AsyncGenerator<string[]> {
  const forums = await selectPublicForums(db);
  yield ROOTS.flatMap((root) => [
    ...ORDERS.map((order) => homePath(root, { order })),
    forumsPath(root),
    ...forums.flatMap(({ id }) => ORDERS.map((order) => forumPath(root, id, { order }))),
    ...ABOUT_PAGES.map((page) => aboutPath(root, page)),
    ...CLIENT_PAGES.map((clientPage) => clientPagePath(root, clientPage)),
    ...ERROR_PAGES.map((code) => errorPagePath(root, code)),
  ]);
  yield LANGS.flatMap((lang) => [
    mePath(rootOf('phone', lang)),
    offlinePath(rootOf('phone', lang)),
    manifestPath(lang),
    feedPath(lang),
    atomPath(lang),
    ...forums.map(({ id }) => feedPath(lang, id)),
  ]);
  for (let below = 2_147_483_647; ; ) {
    const threads = await selectThreadsBelow(db, { below });
    if (threads.length === 0) break;
    yield threads.flatMap((thread) =>
      AREAS.flatMap((area) =>
        Array.from({ length: pageOfFloor(thread.lastFloor) }, (_, index) =>
          threadPath(rootOf(area, langOf(thread.language)), thread.id, index + 1),
        ),
      ),
    );
    below = threads.at(-1)?.id as number;
  }
  for (let from = 0; ; ) {
    const users = await selectUsersAfter(db, { from });
    if (users.length === 0) break;
    yield users.flatMap(({ id }) => ROOTS.map((root) => userPath(root, id)));
    from = users.at(-1)?.id as number;
  }
  yield ['/sitemap.xml'];
}
