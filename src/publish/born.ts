import { LANGS, langOf, type ThreadLanguage } from '#contracts/language.ts';
import { forumPath, forumsPath, homePath, threadPath } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

const languages = statement<{ id: number; language: ThreadLanguage }>(`
  select t.id, t.language from thread t join forum f on f.id = t.forum_id and f.access = 'public' where t.id = any($1::int[]) and t.state = 'normal' and t.checked`);

/**
 * Pages that a touch may bring into being: the page of a thread that its newest reply opened, a new forum's page.
 * A thread is published in its own language; the other language's page is made when somebody first asks for it.
 */
export async function born(db: Db, tags: readonly string[]): Promise<string[]> {
  const pages = tags.flatMap((tag) => {
    const match = /^t:(\d+):p(\d+)$/.exec(tag);
    return match ? [{ id: Number(match[1]), page: Number(match[2]) }] : [];
  });
  const known = pages.length > 0 ? new Map((await languages(db, [pages.map((one) => one.id)])).map((row) => [row.id, row.language])) : new Map<number, ThreadLanguage>();
  const threads = pages.flatMap(({ id, page }) => {
    const language = known.get(id);
    return language ? [threadPath(langOf(language), id, page)] : [];
  });
  const forums = tags.flatMap((tag) => {
    const match = /^f:(\d+)$/.exec(tag);
    return match ? LANGS.map((lang) => forumPath(lang, Number(match[1]))) : [];
  });
  const site = tags.includes('forums') ? LANGS.flatMap((lang) => [homePath(lang), forumsPath(lang)]) : [];
  return [...threads, ...forums, ...site];
}
