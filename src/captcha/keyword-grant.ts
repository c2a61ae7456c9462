import { MAX_SEARCHES_PER_CAPTCHA, SEARCH_CAPTCHA_SECONDS } from '#contracts/captcha-rules.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { hashToken } from './random-token.ts';

/*
 * A captcha that was solved for one keyword serves its further pages and filters, for the same
 * person and for a while: nobody slides for each page of what they found.
 */

/** What a solution was used for, and by whom. */
export interface KeywordGrant {
  validate: string;
  owner: string;
  keyword: string;
}

const hashGrant = ({ validate, owner, keyword }: KeywordGrant): string =>
  hashToken(validate, owner, keyword.normalize('NFKC').trim().toLowerCase());

const insertGrant = statement<unknown, { key: string }>(`
  insert into captcha_grant (key, uses, expires_at)
  values (:key, 1, now() + interval '${SEARCH_CAPTCHA_SECONDS} seconds')
  on conflict (key) do update set uses = 1, expires_at = excluded.expires_at`);
const countGrantUse = statement<unknown, { key: string }>(
  `
    update captcha_grant
    set uses = uses + 1
    where key = :key and uses < ${MAX_SEARCHES_PER_CAPTCHA} and expires_at > now()
    returning 1`,
);

/** Notes that a solution was accepted for a keyword. */
export const grantKeyword = async (db: Db, purpose: KeywordGrant): Promise<void> =>
  void (await insertGrant(db, { key: hashGrant(purpose) }));

/** Whether a solution was accepted for this keyword before and still serves; counts the use. */
export const redeemGrant = async (db: Db, purpose: KeywordGrant): Promise<boolean> =>
  (await countGrantUse(db, { key: hashGrant(purpose) })).length > 0;
