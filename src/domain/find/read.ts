import type { QuickSearchReplyWire } from '#contracts/wire/admin-me.ts';
import type { Db } from '#db/client.ts';
import { plannedStatement, statement } from '#db/statement.ts';

/** Of each kind. */
const MOST = 6;

// Both are ranges of indices: a name begins with the text, or it is the number.
const users = plannedStatement<
  QuickSearchReplyWire['users'][number],
  { prefix: string; id: number | null; name: string }
>(`
  (select id, nickname, avatar from "user" where id = :id)
  union (select id, nickname, avatar from "user" where lower(nickname) like :prefix limit ${MOST})
  union (select id, nickname, avatar from "user" where lower(username) = :name)
  limit ${MOST}`);
const threads = statement<QuickSearchReplyWire['threads'][number], { id: number }>(
  `select id, subject from thread where id = :id`,
);
const forums = statement<QuickSearchReplyWire['forums'][number], { pattern: string }>(
  `
    select id, name, name_en
    from forum
    where name ilike :pattern or name_en ilike :pattern
    order by rank, id
    limit ${MOST}`,
);

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * People, threads and forums that somebody may mean by a text: the beginning of a name, or a
 * number.
 */
export async function find(db: Db, text: string): Promise<QuickSearchReplyWire> {
  const wanted = text.trim().toLowerCase();
  const id = /^[1-9]\d{0,8}$/.test(wanted) ? Number(wanted) : null;
  const [people, found, places] = await Promise.all([
    users(db, { prefix: `${escaped(wanted)}%`, id, name: wanted }),
    id === null ? [] : threads(db, { id }),
    forums(db, { pattern: `%${escaped(wanted)}%` }),
  ]);
  return { users: people, threads: found, forums: places };
}
