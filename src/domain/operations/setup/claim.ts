import { AppError } from '#contracts/errors.ts';
import { SUPER_ADMIN_GROUP_ID } from '#contracts/ranks.ts';
import type { Db } from '#db/client.ts';
import { CLAIM_STATE } from '#db/site-state-names.ts';
import { inTransaction, statement } from '#db/statement.ts';
import type { Env } from '#platform/env.ts';
import { logAdminAction } from '../../log/log-admin-action.ts';
import { invalidateUser } from '../../people/invalidate-user.ts';
import { administratorExistsSql } from './administrator-sql.ts';

const lockClaim = statement<{ hash: string }>(
  `select value #>> '{}' as hash from site_state where name = '${CLAIM_STATE}' for update`,
);
const deleteClaim = statement<unknown>(`delete from site_state where name = '${CLAIM_STATE}'`);
const selectAdministrator = statement<{ exists: boolean }>(
  `select ${administratorExistsSql({ OIDC_ISSUER: undefined })} as exists`,
);
const selectProvidedAdministrator = statement<{ exists: boolean }>(
  `select ${administratorExistsSql({ OIDC_ISSUER: 'set' })} as exists`,
);
const makeSuperAdministrator = statement<{ before: number }, { userId: number }>(`
  update "user" u
  set group_id = ${SUPER_ADMIN_GROUP_ID}, updated_at = now()
  from (
    select id, group_id
    from "user"
    where id = :userId and left_at is null
    for no key update
  ) old
  where u.id = old.id
  returning old.group_id as before`);

/**
 * Makes a user the first administrator, given the secret that the server printed (`isRight`). The
 * row's lock admits one of several concurrent calls. Throws forbidden for a wrong or used secret,
 * or if an administrator exists.
 */
export const claimForum = (
  db: Db,
  env: Pick<Env, 'OIDC_ISSUER'>,
  userId: number,
  isRight: (hash: string) => boolean,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const [claim] = await lockClaim(tx);
    if (!claim || !isRight(claim.hash)) throw new AppError('forbidden');
    const select = env.OIDC_ISSUER ? selectProvidedAdministrator : selectAdministrator;
    if ((await select(tx))[0]?.exists) throw new AppError('forbidden');
    const [changed] = await makeSuperAdministrator(tx, { userId });
    if (!changed) throw new AppError('forbidden');
    await deleteClaim(tx);
    await invalidateUser(tx, userId);
    await logAdminAction(tx, {
      actorId: userId,
      action: 'user.group',
      target: { userId },
      detail: { before: changed.before, after: SUPER_ADMIN_GROUP_ID },
    });
  });
