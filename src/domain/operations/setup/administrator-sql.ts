import { ADMIN_GROUP_ID, SUPER_ADMIN_GROUP_ID } from '#contracts/ranks.ts';
import { LOCAL_SUBJECT_PREFIX } from '#contracts/setup-steps.ts';
import type { Env } from '#platform/env.ts';

/**
 * SQL: whether an administrator exists. With OIDC set, users of the built-in provider can't log in,
 * so they don't count; otherwise the forum could end up without an administrator.
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
