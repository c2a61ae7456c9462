import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from '../context.ts';

/*
 * The content security policy of API replies that are opened as pages. Pages of the site:
 * server/headers.ts.
 */

/** For replies that aren't pages: no script, no loads, no frames. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Sets the strictest policy on replies without one. */
export const setContentPolicy = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    if (!c.res.headers.has('content-security-policy'))
      c.res.headers.set('content-security-policy', API_POLICY);
  });
