import type { Lang, ThreadLanguage } from '#contracts/language.ts';
import { langOf } from '#contracts/language.ts';
import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import { pageOfFloor, parsePath, ROOTS, threadPath } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';

/* Chooses random threads with a fixed seed, so that runs on one database are comparable. */

export interface ChosenThread {
  id: number;
  forumId: number;
  themeId: number;
  lang: Lang;
  /** Floor of the newest reply. */
  lastFloor: number;
}

/** `count` open public threads whose newest floor is in the range; by default any floor. */
export async function chooseThreads(
  db: Db,
  count: number,
  floors = { from: 0, to: 2_000_000 },
): Promise<ChosenThread[]> {
  const { rows } = await db.$client.query<
    Omit<ChosenThread, 'lang'> & { language: ThreadLanguage }
  >(
    `
      select
        t.id,
        t.forum_id as "forumId",
        t.theme_id as "themeId",
        t.language,
        t.last_floor as "lastFloor"
      from thread t
      join forum f on f.id = t.forum_id and f.access = 'public'
      where t.state = 'normal'
        and t.checked
        and not t.closed
        and not t.has_poll
        and t.last_floor between $1 and $2
      order by hashint4(t.id)
      limit $3`,
    [floors.from, floors.to, count],
  );
  return rows.map(({ language, ...thread }) => ({ ...thread, lang: langOf(language) }));
}

/** The first page of a longer thread, with all 20 replies: a typical page. */
export async function chooseFullPage(db: Db): Promise<string> {
  const [thread] = await chooseThreads(db, 1, {
    from: 2 * REPLIES_PER_PAGE,
    to: 4 * REPLIES_PER_PAGE,
  });
  if (!thread) throw new Error('There is no thread of 40 replies.');
  return threadPath(thread.lang, thread.id, 2);
}

/** Full pages of threads in their own language, newest threads first. */
export async function chooseFullPages(db: Db, count: number): Promise<string[]> {
  const { rows } = await db.$client.query<{
    id: number;
    language: ThreadLanguage;
    lastFloor: number;
  }>(
    `
      select t.id, t.language, t.last_floor as "lastFloor"
      from thread t
      join forum f on f.id = t.forum_id and f.access = 'public'
      where t.state = 'normal' and t.checked and t.last_floor between ${REPLIES_PER_PAGE} and 400
      order by t.id desc
      limit $1`,
    [count],
  );
  const paths = rows.flatMap((thread) =>
    Array.from({ length: pageOfFloor(thread.lastFloor) }, (_, index) => ({
      page: index + 1,
      full: (index + 1) * REPLIES_PER_PAGE <= thread.lastFloor,
    }))
      .filter(({ full }) => full)
      .map(({ page }) => threadPath(langOf(thread.language), thread.id, page)),
  );
  return paths.slice(0, count);
}

/** The pages on both sites and in both languages. */
export const inAllForms = (paths: readonly string[]): string[] =>
  paths.flatMap((path) =>
    ROOTS.map((root) => ['', root, ...(parsePath(path)?.rest ?? [])].join('/')),
  );
