import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from '../context.ts';

/*
 * What browsers may do with answers of the API, if one is opened as a page. Pages of the site:
 * server/headers.ts.
 */

/** An answer that is no page runs nothing, loads nothing and stands in no frame. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Gives every answer that has no policy of its own the strictest one. */
export const setContentPolicy = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    if (!c.res.headers.has('content-security-policy'))
      c.res.headers.set('content-security-policy', API_POLICY);
  });
