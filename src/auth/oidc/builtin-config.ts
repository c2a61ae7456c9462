import type { Env } from '#platform/env.ts';

/* What the built-in provider and its only client, the forum, know of each other. */

export const BUILTIN_PATH = '/sso';
export const BUILTIN_CLIENT_ID = 'forum';

export const getBuiltinIssuer = (env: Pick<Env, 'SITE_URL'>): string => env.SITE_URL + BUILTIN_PATH;

/** Where a provider sends people after a login, by what they log in to; to be registered there. */
export const CALLBACK_PATHS = {
  site: '/api/v1/login/callback',
  admin: '/admin/admin/api/manager/callback',
} as const;
/** Where a provider sends people after it ended its own session; to be registered there. */
export const POST_LOGOUT_PATH = '/api/v1/login/logout/done';
