import { isMailAddress } from '#contracts/mail-address.ts';
import { LOCAL_SUBJECT_PREFIX } from '#contracts/setup-steps.ts';
import type { Db } from '#db/client.ts';
import { EMPTY_START_STATE } from '#db/site-state-names.ts';
import { statement } from '#db/statement.ts';
import type { Env } from '#platform/env.ts';
import { randomSecret } from '../secret.ts';
import { getBuiltinIssuer } from './builtin-config.ts';
import { parseProfile } from './claims.ts';
import { createUser, type SignInContext } from './sign-in.ts';

/* Accounts created by the built-in provider: a forum that was started empty has none to choose. */

/** The limit suits trying the forum on one machine. */
export const MAX_LOCAL_PEOPLE = 80;
export const MAX_NAME_LENGTH = 40;

const selectMayAdd = statement<{ may: boolean }>(`
  select
    exists (select from site_state where name = '${EMPTY_START_STATE}')
    and (
      select count(*)
      from (
        select
        from "user"
        order by id
        limit ${MAX_LOCAL_PEOPLE}
      ) u
    ) < ${MAX_LOCAL_PEOPLE} as may`);

export const mayAddPeople = async (db: Db): Promise<boolean> =>
  (await selectMayAdd(db))[0]?.may === true;

/**
 * Creates a user. An `email`, if not empty, counts as verified, because this login trusts everybody
 * at the machine. Returns undefined if name or email is invalid, or no more may be created.
 */
export async function addLocalPerson(
  db: Db,
  env: Env,
  { name, email }: { name: string; email: string },
  visit: SignInContext,
): Promise<number | undefined> {
  const nickname = name.trim();
  if (nickname === '' || [...nickname].length > MAX_NAME_LENGTH) return undefined;
  if (email !== '' && !isMailAddress(email)) return undefined;
  if (!(await mayAddPeople(db))) return undefined;
  const claims = {
    sub: 'somebody',
    nickname,
    ...(email === '' ? {} : { email, email_verified: true }),
  };
  const identity = {
    issuer: getBuiltinIssuer(env),
    subject: LOCAL_SUBJECT_PREFIX + randomSecret(),
    builtin: true,
    claims,
  };
  return (await createUser(db, identity, parseProfile(claims), visit)).userId;
}
