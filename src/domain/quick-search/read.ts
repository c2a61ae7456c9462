import type { QuickSearchReplyWire } from '#contracts/wire/admin-me.ts';
import type { Db } from '#db/client.ts';
import { escapeLikePattern } from '#db/like-pattern.ts';
import { statement, unpreparedStatement } from '#db/statement.ts';

/** Of each kind. */
const MAX_RESULTS_PER_KIND = 6;

// Both are ranges of indices: a name begins with the text, or it is the number.
const findUsersByPrefix = unpreparedStatement<
  QuickSearchReplyWire['users'][number],
  { prefix: string; id: number | null; name: string }
>(`
  (select id, nickname, avatar from "user" where id = :id)
  union (select id, nickname, avatar from "user" where lower(nickname) like :prefix limit ${MAX_RESULTS_PER_KIND})
  union (select id, nickname, avatar from "user" where lower(username) = :name)
  limit ${MAX_RESULTS_PER_KIND}`);
const findThreadById = statement<QuickSearchReplyWire['threads'][number], { id: number }>(
  `select id, subject from thread where id = :id`,
);
const findForumsByName = statement<QuickSearchReplyWire['forums'][number], { pattern: string }>(
  `
    select id, name, name_en
    from forum
    where name ilike :pattern or name_en ilike :pattern
    order by rank, id
    limit ${MAX_RESULTS_PER_KIND}`,
);

/**
 * People, threads and forums that somebody may mean by a text: the beginning of a name, or a
 * number.
 */
export async function quickSearch(db: Db, text: string): Promise<QuickSearchReplyWire> {
  const keyword = text.trim().toLowerCase();
  const id = /^[1-9]\d{0,8}$/.test(keyword) ? Number(keyword) : null;
  const [matchingUsers, matchingThreads, matchingForums] = await Promise.all([
    findUsersByPrefix(db, { prefix: `${escapeLikePattern(keyword)}%`, id, name: keyword }),
    id === null ? [] : findThreadById(db, { id }),
    findForumsByName(db, { pattern: `%${escapeLikePattern(keyword)}%` }),
  ]);
  return { users: matchingUsers, threads: matchingThreads, forums: matchingForums };
}
