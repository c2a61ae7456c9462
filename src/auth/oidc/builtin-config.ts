import type { Env } from '#platform/env.ts';

/* Settings that the built-in provider and its only client, the forum, share. */

export const BUILTIN_PATH = '/sso';
export const BUILTIN_CLIENT_ID = 'forum';

export const getBuiltinIssuer = (env: Pick<Env, 'SITE_URL'>): string => env.SITE_URL + BUILTIN_PATH;

/** Callback paths by what a person logs in to; register them at the provider. */
export const CALLBACK_PATHS = {
  site: '/api/v1/login/callback',
  admin: '/admin/admin/api/manager/callback',
} as const;
/** The path after the provider ended its session; register it at the provider. */
export const POST_LOGOUT_PATH = '/api/v1/login/logout/done';
