import { SEARCH_LIFETIME, SEARCH_USES } from '#contracts/captcha.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { hashToken } from './token.ts';

/*
 * A captcha that was solved for one keyword serves its further pages and filters, for the same
 * person and for a while: nobody slides for each page of what they found.
 */

/** What a solution was used for, and by whom. */
export interface Purpose {
  validate: string;
  bearer: string;
  keyword: string;
}

const keyOf = ({ validate, bearer, keyword }: Purpose): string =>
  hashToken(validate, bearer, keyword.normalize('NFKC').trim().toLowerCase());

const insert = statement<unknown, { key: string }>(`
  insert into captcha_grant (key, uses, expires_at)
  values (:key, 1, now() + interval '${SEARCH_LIFETIME} seconds')
  on conflict (key) do update set uses = 1, expires_at = excluded.expires_at`);
const use = statement<unknown, { key: string }>(
  `
    update captcha_grant
    set uses = uses + 1
    where key = :key and uses < ${SEARCH_USES} and expires_at > now()
    returning 1`,
);

/** Notes that a solution was accepted for a keyword. */
export const grant = async (db: Db, purpose: Purpose): Promise<void> =>
  void (await insert(db, { key: keyOf(purpose) }));

/** Whether a solution was accepted for this keyword before and still serves; counts the use. */
export const isGranted = async (db: Db, purpose: Purpose): Promise<boolean> =>
  (await use(db, { key: keyOf(purpose) })).length > 0;
