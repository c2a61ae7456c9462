import type { LettersReplyWire, MessagesReplyWire } from '#contracts/wire/own-content.ts';
import { statement } from '#db/statement.ts';
import { ignoredIdsSql } from '../delivery/watch/muting-sql.ts';
import type { ReadContext } from '../shared/read-context.ts';
import { type LetterRow, letterColumns, toLetterWire } from './present.ts';

const JOIN_USERS = `join "user" s on s.id = l.sender_id join "user" r on r.id = l.receiver_id`;

// A message deleted by one user remains for the other.
const selectLettersBetween = (direction: 'asc' | 'desc') =>
  statement<
    LetterRow,
    { userId: number; otherId: number; limit: number; offset: number; before: number | null }
  >(`
    select ${letterColumns}
    from (
      select *
      from letter
      where least(sender_id, receiver_id) = least(:userId::int, :otherId::int)
        and greatest(sender_id, receiver_id) = greatest(:userId::int, :otherId::int)
        and case
          when sender_id = :userId::int then deleted_by_sender is null
          else deleted_by_receiver is null
        end
        and (:before::int is null or id < :before::int)
      order by id ${direction}
      limit :limit::int offset :offset::int
    ) l
    ${JOIN_USERS}
    order by l.id ${direction}`);
const selectNewestLetters = selectLettersBetween('desc');
const selectOldestLetters = selectLettersBetween('asc');

type LetterContext = Pick<ReadContext, 'db' | 'mediaWords'>;

export interface ConversationQuery {
  userId: number;
  otherId: number;
  /** Pages from the oldest on, else from the latest; each page starts with its oldest message. */
  oldestFirst: boolean;
  page: number;
  limit: number;
  /** Only messages older than this id. */
  before?: number | undefined;
}

/** Private messages of two users, as one of them has them. */
export async function readLetters(
  { db, mediaWords }: LetterContext,
  { userId, otherId, oldestFirst, page, limit, before }: ConversationQuery,
): Promise<LettersReplyWire['data']> {
  const rows = await (oldestFirst ? selectOldestLetters : selectNewestLetters)(db, {
    userId,
    otherId,
    limit,
    offset: page * limit,
    before: before ?? null,
  });
  return (oldestFirst ? rows : rows.toReversed()).map((row) => toLetterWire(row, mediaWords));
}

const IS_RECEIVED = `
  receiver_id = :userId
  and deleted_by_receiver is null
  and sender_id <> all (${ignoredIdsSql(':userId')})`;
const selectInboxPage = statement<LetterRow, { userId: number; limit: number; offset: number }>(`
  select ${letterColumns}
  from (
    select *
    from letter
    where ${IS_RECEIVED}
    order by id desc
    limit :limit::int offset :offset::int
  ) l
  ${JOIN_USERS}
  order by l.id desc`);
const countInbox = statement<{ count: number }, { userId: number }>(
  `
    select count(*)::int as count
    from letter
    where ${IS_RECEIVED}`,
);

/** Private messages to a user, newest first. */
export async function readInbox(
  { db, mediaWords }: LetterContext,
  userId: number,
  page: number,
  limit: number,
): Promise<MessagesReplyWire> {
  const [rows, [counted]] = await Promise.all([
    selectInboxPage(db, { userId, limit, offset: page * limit }),
    countInbox(db, { userId }),
  ]);
  return {
    data: rows.map((row) => toLetterWire(row, mediaWords)),
    total_count: counted?.count ?? 0,
    total_limit: limit,
    total_offset: page,
  };
}
