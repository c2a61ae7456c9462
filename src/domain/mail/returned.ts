import type { MailStop } from '#contracts/mailing.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { parseBounceAddress } from './addresses.ts';
import { stopMail } from './choices.ts';
import { getMailSecret } from './secret.ts';

/*
 * Letters that come back, and complaints about them. An address that there isn't, or a complaint,
 * ends them at once; a mail box that is full for a while never does.
 */

export interface Returned {
  /** To where the letter came back, or to whom it was. */
  recipient: string;
  type: MailStop;
  /** It will never be delivered. */
  isPermanent: boolean;
  /** What the other mail server said; ''. */
  detail: string;
}

const MAX_DETAIL_CHARACTERS = 300;

/**
 * What a raw report says: of a mail server (RFC 3464), or of a provider about a complaint (RFC
 * 5965). undefined when it is neither, or names no letter of ours.
 */
export function parseReport(raw: string): Returned | undefined {
  const [recipient] = /bounce\+\d{1,10}\.[\da-f]{32}@[\w.-]{1,190}/i.exec(raw) ?? [];
  if (!recipient) return undefined;
  if (/^Feedback-Type:[ \t]*abuse\b/im.test(raw))
    return { recipient, type: 'complaint', isPermanent: true, detail: '' };
  const [, status] = /^Status:[ \t]*(\d\.\d{1,3}\.\d{1,3})/im.exec(raw) ?? [];
  if (!status) return undefined;
  const [, said = ''] = /^Diagnostic-Code:[ \t]*([^\r\n]{1,300})/im.exec(raw) ?? [];
  return {
    recipient,
    type: 'bounce',
    isPermanent: status.startsWith('5.'),
    detail: said || status,
  };
}

const markReturned = statement<{ userId: number }, { id: number; ends: boolean; detail: string }>(`
  update mail
  set
    returned_at = case when :ends then coalesce(returned_at, now()) else returned_at end,
    error = case when :detail = '' then error else :detail end
  where id = :id
  returning user_id as "userId"`);
const selectByAddress = statement<{ userId: number }, { address: string }>(`
  select id as "userId"
  from "user"
  where lower(email) = lower(:address) and email <> ''
  limit 10`);

/** Notes that a letter came back. Whether it was one of ours, or anybody has that address. */
export async function recordReturned(
  db: Db,
  { recipient, type, isPermanent, detail }: Returned,
  timeZone: string,
): Promise<boolean> {
  const id = parseBounceAddress(await getMailSecret(db), recipient);
  const ends = type === 'complaint' || isPermanent;
  return inTransaction(db, async (tx) => {
    const people =
      id === undefined
        ? await selectByAddress(tx, { address: recipient.trim() })
        : await markReturned(tx, {
            id,
            ends,
            detail: detail.slice(0, MAX_DETAIL_CHARACTERS),
          });
    if (ends) for (const { userId } of people) await stopMail(tx, userId, type, timeZone);
    return people.length > 0;
  });
}
