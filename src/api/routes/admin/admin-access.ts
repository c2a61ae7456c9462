import { createMiddleware } from 'hono/factory';
import type { Actor } from '#auth/actor.ts';
import { requireAdministrator, requireFreshLogin } from '#auth/guards.ts';
import type { ApiContext, ApiEnv } from '../../http/context.ts';

/**
 * Stands before every call of the admin area, behind its session (R19, R20): nobody passes who
 * isn't an administrator, and nobody on the way keeps an answer.
 */
export const guardAdminArea = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    c.header('cache-control', 'no-store');
    requireAdministrator(c);
    await next();
  });

/** Who calls, for what is written into the action log. */
export const getAdministrator = (c: ApiContext): Actor => requireAdministrator(c);

/**
 * The same for what hands out rights (R19). Throws loginAgain when the login is older than ten
 * minutes.
 */
export function requireFreshAdministrator(c: ApiContext): Actor {
  const actor = requireAdministrator(c);
  requireFreshLogin(actor);
  return actor;
}

/** The answer to who has to prove anew who they are. */
export const freshLoginResponses = {
  401: { description: '`loginAgain`: it needs a login within the last ten minutes' },
};

/** Tags in the API's description. */
export const adminTags = ['admin'];
