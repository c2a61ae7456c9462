import { AppError } from '#contracts/errors.ts';
import { LETTER_MAX } from '#contracts/limits.ts';
import type { MessageWire } from '#contracts/wire/member.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { readPolicy } from '../message/policy.ts';
import { prepareWritten } from '../message/prepare.ts';
import { type LetterRow, letterColumns, presentLetter } from './present.ts';

const insert = statement<LetterRow>(`
  with l as (
    insert into letter (sender_id, receiver_id, html, source, policy) select $1, id, $3, $4, $5 from "user" where id = $2 returning *
  )
  select ${letterColumns} from l join "user" s on s.id = l.sender_id join "user" r on r.id = l.receiver_id`);

/**
 * Writes to another member (R30). Words that would make a post wait for review don't hold up a letter: nobody reviews those.
 * Throws notFound (no such member), malformed (to oneself), length, verify.
 */
export async function sendLetter(db: Db, siteHost: string, senderId: number, receiverId: number, source: string): Promise<MessageWire> {
  if (senderId === receiverId) throw new AppError('malformed', { values: { field: 'receive_user_id' } });
  const message = await prepareWritten(db, source, await readPolicy(db, siteHost), { max: LETTER_MAX });
  const [letter] = await insert(db, [senderId, receiverId, message.html, message.source, message.policy]);
  if (!letter) throw new AppError('notFound');
  return presentLetter(letter);
}
