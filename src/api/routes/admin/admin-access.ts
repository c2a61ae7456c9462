import { createMiddleware } from 'hono/factory';
import { requireAdministrator } from '#auth/guards.ts';
import type { ApiEnv } from '../../http/context.ts';

/** Guards all admin calls, behind the session (R19, R20): administrators only, no caching. */
export const guardAdminArea = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    c.header('cache-control', 'no-store');
    requireAdministrator(c);
    await next();
  });
