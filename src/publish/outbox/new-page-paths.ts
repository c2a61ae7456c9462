import { langOf, type ThreadLanguage } from '#contracts/language.ts';
import {
  AREAS,
  forumPath,
  forumsPath,
  homePath,
  ROOTS,
  rootOf,
  threadPath,
} from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { isPublicThreadSql } from '#domain/visibility.ts';

const selectThreadLanguages = statement<
  { id: number; language: ThreadLanguage },
  { ids: readonly number[] }
>(`
  select t.id, t.language
  from thread t
  join forum f on f.id = t.forum_id
  where t.id = any(:ids::int[]) and ${isPublicThreadSql('t', 'f')}`);

/** As cacheTag.newThreadPage names them. */
const NEW_PAGE_PATTERN = /^t:(\d+):p(\d+):new$/;

/**
 * Pages that an invalidation creates: of a new thread, the page of a thread that its newest reply
 * opened, a new forum's page. A thread is published in its own language, for both sites; the page
 * in the other language is rendered when somebody first asks for it. Pages that stand are found by
 * the tags they carry, and one that has no file isn't rendered for each reply to it.
 */
export async function findNewPagePaths(db: Db, tags: readonly string[]): Promise<string[]> {
  const pages = tags.flatMap((tag) => {
    const match = NEW_PAGE_PATTERN.exec(tag);
    return match ? [{ id: Number(match[1]), page: Number(match[2]) }] : [];
  });
  const languageByThread =
    pages.length > 0
      ? new Map(
          (await selectThreadLanguages(db, { ids: pages.map((one) => one.id) })).map((row) => [
            row.id,
            row.language,
          ]),
        )
      : new Map<number, ThreadLanguage>();
  const threadPaths = pages.flatMap(({ id, page }) => {
    const language = languageByThread.get(id);
    return language
      ? AREAS.map((area) => threadPath(rootOf(area, langOf(language)), id, page))
      : [];
  });
  const forumPaths = tags.flatMap((tag) => {
    const match = /^f:(\d+)$/.exec(tag);
    return match ? ROOTS.map((root) => forumPath(root, Number(match[1]))) : [];
  });
  const sitePaths = tags.includes('forums')
    ? ROOTS.flatMap((root) => [homePath(root), forumsPath(root)])
    : [];
  return [...threadPaths, ...forumPaths, ...sitePaths];
}
