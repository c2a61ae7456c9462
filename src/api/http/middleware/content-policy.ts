import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from '../context.ts';

/* Content security policy of API responses opened as pages. Site pages: server/headers.ts. */

/** For responses other than pages: no script, no loads, no frames. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Sets the strictest policy on responses without one. */
export const setContentPolicy = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    if (!c.res.headers.has('content-security-policy'))
      c.res.headers.set('content-security-policy', API_POLICY);
  });
