import { ADMIN_GROUP_ID, SUPER_ADMIN_GROUP_ID } from '#contracts/ranks.ts';
import { LOCAL_SUBJECT_PREFIX } from '#contracts/setup-steps.ts';
import type { Env } from '#platform/env.ts';

/**
 * SQL: whether there is somebody who can administer the forum. People of the built-in provider
 * can't log in any more once another one is set, so they don't count then: otherwise a forum whose
 * provider was set after the first login would have nobody.
 */
export const administratorExistsSql = ({ OIDC_ISSUER }: Pick<Env, 'OIDC_ISSUER'>): string => `
  exists (
    select
    from "user"
    where
      group_id in (${SUPER_ADMIN_GROUP_ID}, ${ADMIN_GROUP_ID})
      and left_at is null
      ${OIDC_ISSUER ? `and coalesce(subject, '') not like '${LOCAL_SUBJECT_PREFIX}%'` : ''}
  )`;
