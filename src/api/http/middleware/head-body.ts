import type { MiddlewareHandler } from 'hono';

/**
 * Cancels the body of HEAD responses. Hono runs the GET handler and drops the body: its files,
 * cursors and bucket connections would stay open.
 */
export const cancelHeadBody = (): MiddlewareHandler => async (c, next) => {
  await next();
  if (c.req.method === 'HEAD') await c.res.body?.cancel();
};
