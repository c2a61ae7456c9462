import { createMiddleware } from 'hono/factory';
import { toVisitorKey } from '#domain/content/thread/count-view.ts';
import type { ApiContext, ApiEnv } from '../context.ts';
import { isDeliberateRequest } from './fetch-metadata.ts';

/** Counts a forum visit; once per address, whatever its user agents. */
export function countForumVisit(c: ApiContext, forumId: number): void {
  const { actor, deps, ip } = c.var;
  if (isDeliberateRequest(c)) deps.visits?.countVisit(forumId, toVisitorKey(actor, ip, ''));
}

/** Counts successful responses to `?id=<forum>`, cached or not. */
export const countForumVisits = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    if (c.res.status === 200 && c.req.method === 'GET')
      countForumVisit(c, Number(c.req.query('id')));
  });
