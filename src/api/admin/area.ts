import { createMiddleware } from 'hono/factory';
import type { Actor } from '#auth/actor.ts';
import { requireAdministrator } from '#auth/guards.ts';
import type { ApiEnv, Ctx } from '../context.ts';

/**
 * Stands before every call of the admin area, behind its session (R19, R20): nobody passes who isn't an administrator,
 * and nobody on the way keeps an answer.
 */
export const administrators = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    c.header('cache-control', 'no-store');
    requireAdministrator(c);
    await next();
  });

/** Who calls, for what is written into the action log. */
export const administrator = (c: Ctx): Actor => requireAdministrator(c);

/** Tags in the API's description. */
export const tags = ['admin'];
