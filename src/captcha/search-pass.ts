import {
  MAX_PASS_ADDRESSES,
  SEARCH_PASSES,
  type SearchPassKind,
} from '#contracts/captcha-rules.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { hashToken } from './random-token.ts';

/*
 * A solved captcha allows several searches for a while (SEARCH_PASSES), because people try several
 * keywords. Limits per person and address still apply.
 */

export interface SearchPass {
  /** Hash of the account, or of a visitor's solution. */
  key: string;
  /** A visitor's pass is valid from a few addresses only, so that it can't be shared. */
  address: string;
}

const insertPass = statement<
  unknown,
  { key: string; address: string; searches: number; seconds: number }
>(`
  insert into captcha_grant (key, uses, max_uses, addresses, expires_at)
  values (
    :key,
    1,
    :searches,
    array[:address::text],
    now() + make_interval(secs => :seconds::int)
  )
  on conflict (key) do update
    set
      uses = 1,
      max_uses = excluded.max_uses,
      addresses = excluded.addresses,
      expires_at = excluded.expires_at`);
const countPassUse = statement<unknown, { key: string; address: string }>(`
  update captcha_grant
  set
    uses = uses + 1,
    addresses = case
      when :address::text = any(addresses) then addresses
      else addresses || :address::text
    end
  where key = :key
    and uses < max_uses
    and expires_at > now()
    and (:address::text = any(addresses) or cardinality(addresses) < ${MAX_PASS_ADDRESSES})
  returning 1`);

const hashAddress = ({ key, address }: SearchPass): string => hashToken(key, address);

/** Grants a pass after a solved captcha, and replaces an earlier one. */
export const grantPass = async (db: Db, pass: SearchPass, kind: SearchPassKind): Promise<void> =>
  void (await insertPass(db, {
    key: pass.key,
    address: hashAddress(pass),
    ...SEARCH_PASSES[kind],
  }));

/** Whether there is a valid pass; counts the use. */
export const redeemPass = async (db: Db, pass: SearchPass): Promise<boolean> =>
  (await countPassUse(db, { key: pass.key, address: hashAddress(pass) })).length > 0;
