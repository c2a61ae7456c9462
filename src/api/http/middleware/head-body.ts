import type { MiddlewareHandler } from 'hono';

/**
 * Ends the body of the answer to HEAD, for every route. Hono answers HEAD by the handler of GET and
 * drops the body without cancelling it: files, database cursors and connections to a bucket would
 * stay open behind it.
 */
export const cancelHeadBody = (): MiddlewareHandler => async (c, next) => {
  await next();
  if (c.req.method === 'HEAD') await c.res.body?.cancel();
};
