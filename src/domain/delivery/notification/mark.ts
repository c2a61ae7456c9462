import { MESSAGE_CATEGORIES } from '#contracts/message-categories.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';

/* The category selects private messages. Other users' ids and deleted ids are ignored. */

const markNotificationRead = statement<unknown, { userId: number; id: number }>(
  `
    update notification
    set read_at = now()
    where id = :id and user_id = :userId and read_at is null`,
);
const markLetterRead = statement<unknown, { userId: number; id: number }>(
  `update letter set read_at = now() where id = :id and receiver_id = :userId and read_at is null`,
);
const markCategoryRead = statement<unknown, { userId: number; category: number }>(
  `
    update notification
    set read_at = now()
    where user_id = :userId and category = :category and read_at is null`,
);
const markAllLettersRead = statement<unknown, { userId: number }>(
  `update letter set read_at = now() where receiver_id = :userId and read_at is null`,
);
/** Marks all private messages of a conversation as read. */
export const markConversationRead = statement<unknown, { userId: number; otherId: number }>(
  `
    update letter
    set read_at = now()
    where receiver_id = :userId and sender_id = :otherId and read_at is null`,
);
const deleteNotification = statement<unknown, { userId: number; id: number }>(
  `delete from notification where id = :id and user_id = :userId`,
);
// The same lock as for sending: see domain/letters/lock-conversation.ts.
const lockConversationOfLetter = statement<unknown, { userId: number; id: number }>(`
  select pg_advisory_xact_lock(least(sender_id, receiver_id), greatest(sender_id, receiver_id))
  from letter
  where id = :id and :userId::int in (sender_id, receiver_id)`);

// The other user keeps the message. `newest`: the latest one that this user still sees.
const hideLetter = statement<unknown, { userId: number; id: number }>(`
  with hidden as (
    select id, case when sender_id = :userId then receiver_id else sender_id end as other
    from letter
    where id = :id and :userId in (sender_id, receiver_id)
  ),
  newest as (
    select
      hidden.other,
      (
        select max(l.id)
        from letter l
        where least(sender_id, receiver_id) = least(:userId::int, hidden.other)
          and greatest(sender_id, receiver_id) = greatest(:userId::int, hidden.other)
          and l.id <> hidden.id
          and case
            when sender_id = :userId then deleted_by_sender is null
            else deleted_by_receiver is null
          end
      ) as id
    from hidden
  ),
  listed as (
    update conversation
    set last_letter_id = newest.id
    from newest
    where conversation.user_id = :userId and other_id = newest.other and newest.id is not null
  ),
  ended as (
    delete from conversation
    using newest
    where conversation.user_id = :userId and other_id = newest.other and newest.id is null
  )
  update letter
  set
    deleted_by_receiver = case
      when receiver_id = :userId then coalesce(deleted_by_receiver, now())
      else deleted_by_receiver
    end,
    deleted_by_sender = case
      when sender_id = :userId then coalesce(deleted_by_sender, now())
      else deleted_by_sender
    end
  where id = :id and :userId in (sender_id, receiver_id)`);

export async function markRead(
  db: Db,
  userId: number,
  id: number,
  category?: number,
): Promise<void> {
  await (category === MESSAGE_CATEGORIES.letters ? markLetterRead : markNotificationRead)(db, {
    userId,
    id,
  });
}

/** Marks all notifications of a category, or of every category, as read. */
export async function markAllRead(db: Db, userId: number, category?: number): Promise<void> {
  const categories = category === undefined ? Object.values(MESSAGE_CATEGORIES) : [category];
  for (const one of categories)
    await (one === MESSAGE_CATEGORIES.letters
      ? markAllLettersRead(db, { userId })
      : markCategoryRead(db, { userId, category: one }));
}

export async function deleteMessage(
  db: Db,
  userId: number,
  id: number,
  category?: number,
): Promise<void> {
  if (category !== MESSAGE_CATEGORIES.letters) {
    await deleteNotification(db, { userId, id });
    return;
  }
  await inTransaction(db, (tx) => deleteLetter(tx, userId, id));
}

/** Deletes a private message for one of its two users. */
export async function deleteLetter(tx: Runner, userId: number, id: number): Promise<void> {
  await lockConversationOfLetter(tx, { userId, id });
  await hideLetter(tx, { userId, id });
}
