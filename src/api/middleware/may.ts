import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { readReach } from '#auth/reach.ts';
import { RIGHTS, type Right, refusalOf } from '#auth/rights.ts';
import { AppError } from '#contracts/errors.ts';
import type { ApiEnv, Ctx } from '../context.ts';

/** Refuses who has no such right anywhere: unauthenticated, forbidden, banned. */
async function check(c: Ctx, right: Right): Promise<void> {
  c.set('right', right);
  const refusal = refusalOf(right, c.var.actor);
  if (refusal) throw new AppError(refusal);
  if (RIGHTS[right].who !== 'moderator') return;
  const reach = await readReach(c.var.deps.db, c.var.actor);
  const column = RIGHTS[right].moderators;
  if (!reach.everywhere && (reach.forums.length === 0 || (column && !reach.allows[column]))) throw new AppError('forbidden');
  c.set('reach', reach);
}

/**
 * The right that a route needs, and its middleware: `createRoute({ method, path, ...may('reply.create', rate('reply')), … })`.
 * It is judged before anything else of the request, stands in the description as `x-right`, and handlers that know what
 * it is about judge the rest by `moderatorOf` and `mayModerate` (api/speaking.ts).
 */
export const may = (right: Right, ...rest: MiddlewareHandler<ApiEnv>[]) => {
  const permit = createMiddleware<ApiEnv>(async (c, next) => {
    await check(c, right);
    await next();
  });
  return { 'x-right': right, middleware: [permit, ...rest] };
};
