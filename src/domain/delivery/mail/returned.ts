import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { addressTag, parseBounceAddress, type SentMail } from './addresses.ts';
import { stopMail } from './choices.ts';
import type { Returned } from './read-report.ts';
import { getMailSecret } from './secret.ts';

const MAX_DETAIL_CHARACTERS = 300;

interface Reached {
  userId: number;
  /** The user's current address. */
  address: string;
}

const selectRecipients = statement<Reached, { id: number }>(`
  select u.id as "userId", u.email as address
  from mail m
  join "user" u on u.id = m.user_id
  where m.id = :id`);
const selectByAddress = statement<Reached, { address: string }>(`
  select id as "userId", email as address
  from "user"
  where lower(email) = lower(:address) and email <> ''
  limit 10`);
const markReturned = statement<unknown, { id: number; ends: boolean; detail: string }>(`
  update mail
  set
    returned_at = case when :ends then coalesce(returned_at, now()) else returned_at end,
    error = case when :detail = '' then error else :detail end
  where id = :id`);

/** The receiver, if the address is still theirs. After a restore the id may be another email's. */
async function findReached(tx: Runner, secret: string, { mailId, tag }: SentMail) {
  const reached = await selectRecipients(tx, { id: mailId });
  return reached.filter(({ address }) => addressTag(secret, address) === tag);
}

/** Records a bounce or complaint. Returns whether its address belongs to a user. */
export async function recordReturned(
  db: Db,
  { recipient, type, endsMail, detail }: Returned,
  timeZone: string,
): Promise<boolean> {
  const secret = await getMailSecret(db);
  const mail = parseBounceAddress(secret, recipient);
  return inTransaction(db, async (tx) => {
    const people = mail
      ? await findReached(tx, secret, mail)
      : await selectByAddress(tx, { address: recipient.trim() });
    if (mail && people.length > 0)
      await markReturned(tx, {
        id: mail.mailId,
        ends: endsMail,
        detail: detail.slice(0, MAX_DETAIL_CHARACTERS),
      });
    if (endsMail) for (const reached of people) await stopMail(tx, reached, type, timeZone);
    return people.length > 0;
  });
}
