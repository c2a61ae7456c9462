import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { lockConversation } from './lock-conversation.ts';

const insertBlock = statement<unknown, { userId: number; otherId: number }>(`
  with other as (
    select id
    from "user"
    where id = :otherId and id <> :userId
  ),
  added as (
    insert into letter_block (user_id, blocked_id)
    select :userId, id
    from other
    on conflict do nothing
  )
  select
  from other`);
const deleteBlock = statement<unknown, { userId: number; otherId: number }>(
  `delete from letter_block where user_id = :userId and blocked_id = :otherId`,
);

/** Blocks or unblocks private messages of a user. Throws notFound: unknown user, or oneself. */
export async function setBlocked(
  db: Db,
  userId: number,
  otherId: number,
  blocked: boolean,
): Promise<void> {
  if (!blocked) {
    await deleteBlock(db, { userId, otherId });
    return;
  }
  await inTransaction(db, async (tx) => {
    await lockConversation(tx, { oneId: userId, otherId });
    if ((await insertBlock(tx, { userId, otherId })).length === 0) throw new AppError('notFound');
  });
}
