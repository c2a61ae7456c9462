import type { QuickSearchReplyWire } from '#contracts/wire/admin-me.ts';
import type { Db } from '#db/client.ts';
import { escapeLikePattern } from '#db/like-pattern.ts';
import { statement, unpreparedStatement } from '#db/statement.ts';
import { readContent, stateSql } from '../../content/post/content-table.ts';

const MAX_RESULTS_PER_KIND = 6;

// Index ranges: a nickname's prefix, a whole username, or an id.
const findUsersByPrefix = unpreparedStatement<
  QuickSearchReplyWire['users'][number],
  { prefix: string; id: number | null; name: string }
>(`
  (select id, nickname, avatar from "user" where id = :id)
  union (select id, nickname, avatar from "user" where lower(nickname) like :prefix limit ${MAX_RESULTS_PER_KIND})
  union (select id, nickname, avatar from "user" where lower(username) = :name)
  limit ${MAX_RESULTS_PER_KIND}`);
const findThreadById = statement<QuickSearchReplyWire['threads'][number], { id: number }>(
  `select id, subject, ${stateSql('thread')} as state from thread where id = :id`,
);
const findForumsByName = statement<QuickSearchReplyWire['forums'][number], { pattern: string }>(
  `
    select id, name, name_en
    from forum
    where name ilike :pattern or name_en ilike :pattern
    order by rank, id
    limit ${MAX_RESULTS_PER_KIND}`,
);

/** Threads in any state: by id, by words of the subject, then by words of the text. */
async function findThreads(
  db: Db,
  keywords: string,
  id: number | null,
): Promise<QuickSearchReplyWire['threads']> {
  const find = (inSubject: boolean) =>
    readContent(db, { kind: 'thread', keywords, inSubject }, false, {
      offset: 0,
      limit: MAX_RESULTS_PER_KIND,
    });
  const [numbered, { rows: named }] = await Promise.all([
    id === null ? [] : findThreadById(db, { id }),
    find(true),
  ]);
  const { rows: others } = named.length < MAX_RESULTS_PER_KIND ? await find(false) : { rows: [] };
  const found = new Map([...numbered, ...named, ...others].map((row) => [row.id, row]));
  return [...found.values()]
    .slice(0, MAX_RESULTS_PER_KIND)
    .map((row) => ({ id: row.id, subject: row.subject, state: row.state }));
}

/** Users, threads and forums that match a name, words or an id. */
export async function quickSearch(db: Db, text: string): Promise<QuickSearchReplyWire> {
  const keyword = text.trim().toLowerCase();
  const id = /^[1-9]\d{0,8}$/.test(keyword) ? Number(keyword) : null;
  const [matchingUsers, matchingThreads, matchingForums] = await Promise.all([
    findUsersByPrefix(db, { prefix: `${escapeLikePattern(keyword)}%`, id, name: keyword }),
    findThreads(db, keyword, id),
    findForumsByName(db, { pattern: `%${escapeLikePattern(keyword)}%` }),
  ]);
  return { users: matchingUsers, threads: matchingThreads, forums: matchingForums };
}
