import { htmlToPlainText } from '#contracts/html-to-plain-text.ts';
import type { MediaWords } from '#contracts/media-words.ts';
import type { ConversationsReplyWire, ConversationWire } from '#contracts/wire/own-content.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import { ignoredIdsSql } from '../delivery/watch/muting-sql.ts';
import { BRIEF_COLUMNS, toUserBriefWire, type UserBriefRow } from '../reference/user-wire.ts';
import { listedTextSql } from '../shared/bounded-text.ts';
import type { ReadContext } from '../shared/read-context.ts';

/** Characters of the last message in a list. */
const EXCERPT_CHARACTERS = 90;

type ConversationRow = UserBriefRow & Omit<ConversationWire, 'user' | 'excerpt'> & { html: string };

/** Conversations with ignored users are hidden, not deleted. */
const IS_LISTED = `user_id = :userId and other_id <> all (${ignoredIdsSql(':userId')})`;
const CONVERSATION_COLUMNS = `
  ${BRIEF_COLUMNS.sql('o')},
  (
    select count(*)::int
    from letter
    where receiver_id = :userId
      and sender_id = o.id
      and read_at is null
      and deleted_by_receiver is null
  ) as unread,
  (
    exists (select from letter_block where user_id = :userId and blocked_id = o.id)
  )::int as blocked`;
const selectConversationPage = statement<
  ConversationRow,
  { userId: number; limit: number; offset: number }
>(`
  select
    ${CONVERSATION_COLUMNS},
    l.sender_id as last_user_id,
    ${listedTextSql('l.html', 'l.id', { otherwise: "'…'" })} as html,
    ${isoSql('l.created_at')} as created_at
  from (
    select other_id, last_letter_id
    from conversation
    where ${IS_LISTED}
    order by last_letter_id desc
    limit :limit::int offset :offset::int
  ) c
  join "user" o on o.id = c.other_id
  join letter l on l.id = c.last_letter_id
  order by c.last_letter_id desc`);
const countConversations = statement<{ count: number }, { userId: number }>(
  `select count(*)::int as count from conversation where ${IS_LISTED}`,
);

const toConversationWire = (row: ConversationRow, words: MediaWords): ConversationWire => ({
  user: toUserBriefWire(row),
  last_user_id: row.last_user_id,
  excerpt: [...htmlToPlainText(row.html, words)].slice(0, EXCERPT_CHARACTERS).join(''),
  created_at: row.created_at,
  unread: row.unread,
  blocked: row.blocked,
});

export async function readConversations(
  { db, mediaWords }: Pick<ReadContext, 'db' | 'mediaWords'>,
  userId: number,
  page: number,
  limit: number,
): Promise<Omit<ConversationsReplyWire, 'code' | 'msg'>> {
  const [rows, [counted]] = await Promise.all([
    selectConversationPage(db, { userId, limit, offset: page * limit }),
    countConversations(db, { userId }),
  ]);
  return {
    data: rows.map((row) => toConversationWire(row, mediaWords)),
    total_count: counted?.count ?? 0,
  };
}

const selectBlocked = statement<{ blocked: boolean }, { userId: number; otherId: number }>(
  `
    select exists (
      select
      from letter_block
      where user_id = :userId and blocked_id = :otherId
    ) as blocked`,
);

/** Whether `userId` has blocked private messages of `otherId`. */
export const isBlocked = async (db: Db, userId: number, otherId: number): Promise<boolean> =>
  (await selectBlocked(db, { userId, otherId }))[0]?.blocked === true;
