import { createMiddleware } from 'hono/factory';
import { requireAdministrator } from '#auth/guards.ts';
import type { ApiEnv } from '../../http/context.ts';

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
