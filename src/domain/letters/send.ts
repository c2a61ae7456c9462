import { AppError } from '#contracts/errors.ts';
import { MAX_LETTER_CHARACTERS } from '#contracts/limits.ts';
import type { MessageWire } from '#contracts/wire/own-content.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { REPEAT_WINDOW_SECONDS } from '#platform/limits.ts';
import { sendLettersSql } from '../delivery/events.ts';
import { prepareNewMessage, type Writer } from '../message/prepare.ts';
import { readSanitizePolicy } from '../message/sanitize-policy.ts';
import type { WritingGate } from '../message/writing-gate.ts';
import type { ReadContext } from '../shared/read-context.ts';
import { storeKeyOfLetter } from '../shared/write-once.ts';
import { lockConversation } from './lock-conversation.ts';
import { type LetterRow, letterColumns, toLetterWire } from './present.ts';

const selectReceiver = statement<{ blocked: boolean }, { senderId: number; receiverId: number }>(`
  select exists (
    select
    from letter_block
    where user_id = :receiverId and blocked_id = :senderId
  ) as blocked
  from "user"
  where id = :receiverId`);
const selectRepeatedLetter = statement<
  unknown,
  { senderId: number; receiverId: number; source: string }
>(`
  select
  from (
    select sender_id, source, created_at
    from letter
    where least(sender_id, receiver_id) = least(:senderId::int, :receiverId::int)
      and greatest(sender_id, receiver_id) = greatest(:senderId::int, :receiverId::int)
    order by id desc
    limit 1
  ) last
  where sender_id = :senderId
    and source = :source
    and created_at > now() - interval '${REPEAT_WINDOW_SECONDS} seconds'`);
const insertLetter = statement<
  LetterRow,
  { senderId: number; receiverId: number; html: string; source: string; policy: number }
>(`
  with ${sendLettersSql(`
    (sender_id, receiver_id, html, source, policy)
    values (:senderId, :receiverId, :html, :source, :policy)`)},
  listed as (
    insert into conversation (user_id, other_id, last_letter_id)
    select
      unnest(array[:senderId::int, :receiverId::int]),
      unnest(array[:receiverId::int, :senderId::int]),
      id
    from sent
    on conflict (user_id, other_id) do update set last_letter_id = excluded.last_letter_id
  )
  select ${letterColumns}
  from sent l
  join "user" s on s.id = l.sender_id
  join "user" r on r.id = l.receiver_id`);

type LetterSite = Pick<ReadContext, 'db' | 'mediaWords'> & { siteHost: string };

/**
 * Sends a private message (R30). Words that hold posts for review don't apply: nobody reviews
 * private messages. Throws notFound, malformed (to oneself), refused (blocked), length, verify,
 * repeat (same as the sender's previous message, without a reply between).
 */
export async function sendLetter(
  { db, siteHost, mediaWords }: LetterSite,
  sender: Writer,
  receiverId: number,
  source: string,
  gate?: WritingGate,
  key?: string,
): Promise<MessageWire> {
  const senderId = sender.userId;
  if (senderId === receiverId)
    throw new AppError('malformed', { values: { field: 'receive_user_id' } });
  const [receiverRow] = await selectReceiver(db, { senderId, receiverId });
  if (!receiverRow) throw new AppError('notFound');
  if (receiverRow.blocked) throw new AppError('refused');
  const message = await prepareNewMessage(db, source, await readSanitizePolicy(db, siteHost), {
    writer: sender,
    gate,
    maxLength: MAX_LETTER_CHARACTERS,
  });
  return inTransaction(db, async (tx) => {
    await lockConversation(tx, { oneId: senderId, otherId: receiverId });
    if ((await selectReceiver(tx, { senderId, receiverId }))[0]?.blocked)
      throw new AppError('refused');
    if (
      (await selectRepeatedLetter(tx, { senderId, receiverId, source: message.source })).length > 0
    )
      throw new AppError('repeat');
    const [letter] = await insertLetter(tx, {
      senderId,
      receiverId,
      html: message.html,
      source: message.source,
      policy: message.policy,
    });
    if (key !== undefined)
      await storeKeyOfLetter(tx, { userId: senderId, key, contentId: (letter as LetterRow).id });
    return toLetterWire(letter as LetterRow, mediaWords);
  });
}
