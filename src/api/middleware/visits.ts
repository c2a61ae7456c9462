import { createMiddleware } from 'hono/factory';
import { visitorOf } from '#domain/thread/wire-view.ts';
import type { ApiEnv, Ctx } from '../context.ts';
import { askedOnPurpose } from './asked.ts';

/**
 * Counts that the caller opens a forum; an address counts once, however many browsers it says to
 * be.
 */
export function countVisit(c: Ctx, forumId: number): void {
  const { actor, deps, ip } = c.var;
  if (askedOnPurpose(c)) deps.visits?.note(forumId, visitorOf(actor, ip, ''));
}

/** Counts answers to `?id=<forum>`, whether they were kept or read. */
export const visits = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    if (c.res.status === 200 && c.req.method === 'GET') countVisit(c, Number(c.req.query('id')));
  });
