import type { ConversationsReplyWire, ConversationWire } from '#contracts/wire/own-content.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { presentUserBrief } from '../user/present.ts';

/** Characters of the last letter that a list shows. */
const EXCERPT = 90;

type Row = Parameters<typeof presentUserBrief>[0] & {
  lastUserId: number;
  html: string;
  createdAt: Date;
  unread: number;
  blocked: boolean;
};

const columns = `
  o.id,
  o.group_id as "groupId",
  o.username,
  o.nickname,
  o.avatar,
  (
    select count(*)::int
    from letter
    where receiver_id = :userId
      and sender_id = o.id
      and read_at is null
      and deleted_by_receiver is null
  ) as unread,
  exists (select from letter_block where user_id = :userId and blocked_id = o.id) as blocked`;
const pageOf = statement<Row, { userId: number; limit: number; offset: number }>(`
  select ${columns}, l.sender_id as "lastUserId", l.html, l.created_at as "createdAt"
  from (
    select other_id, last_letter_id
    from conversation
    where user_id = :userId
    order by last_letter_id desc
    limit :limit::int offset :offset::int
  ) c
  join "user" o on o.id = c.other_id
  join letter l on l.id = c.last_letter_id
  order by c.last_letter_id desc`);
const countOf = statement<{ count: number }, { userId: number }>(
  `select count(*)::int as count from conversation where user_id = :userId`,
);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

/** The text of HTML that was made safe, on one line. */
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/gu, ' ')
    .trim();

const present = (row: Row): ConversationWire => ({
  user: presentUserBrief(row),
  last_user_id: row.lastUserId,
  excerpt: [...textOf(row.html)].slice(0, EXCERPT).join(''),
  created_at: row.createdAt.toISOString(),
  unread: row.unread,
  blocked: row.blocked ? 1 : 0,
});

/** With whom somebody exchanges letters, the latest first. */
export async function readConversations(
  db: Db,
  userId: number,
  page: number,
  limit: number,
): Promise<ConversationsReplyWire> {
  const [rows, [counted]] = await Promise.all([
    pageOf(db, { userId, limit, offset: page * limit }),
    countOf(db, { userId }),
  ]);
  return { code: 0, msg: 'ok', data: rows.map(present), total_count: counted?.count ?? 0 };
}

const blockedOf = statement<{ blocked: boolean }, { userId: number; otherId: number }>(
  `
    select exists (
      select
      from letter_block
      where user_id = :userId and blocked_id = :otherId
    ) as blocked`,
);

/** Whether somebody takes no letters from another one. */
export const isBlocked = async (db: Db, userId: number, otherId: number): Promise<boolean> =>
  (await blockedOf(db, { userId, otherId }))[0]?.blocked === true;
