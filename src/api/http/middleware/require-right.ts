import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { isRightAnywhere, readModerationScope } from '#auth/moderation-scope.ts';
import { getRefusal, RIGHTS, type Right } from '#auth/rights.ts';
import { AppError } from '#contracts/errors.ts';
import type { ApiContext, ApiEnv } from '../context.ts';

/**
 * Throws unauthenticated, forbidden or banned when the caller has none of these rights anywhere.
 */
async function checkRights(c: ApiContext, rights: readonly [Right, ...Right[]]): Promise<void> {
  const [right] = rights;
  c.set('right', right);
  const refusal = getRefusal(right, c.var.actor);
  if (refusal) throw new AppError(refusal);
  if (RIGHTS[right].who !== 'moderator') return;
  const reach = await readModerationScope(c.var.deps.db, c.var.actor);
  if (!rights.some((candidate) => isRightAnywhere(reach, candidate)))
    throw new AppError('forbidden');
  c.set('moderationScope', reach);
}

/**
 * The right that a route needs, and the middleware that checks it, before anything else of the
 * request; in the description it stands as `x-right`. Whether the caller has the right for this
 * target is checked by handlers, with `requireModerator` and `mayModerate` (api/http/caller.ts). A
 * route that takes several actions names the rights of all of them, and its handler asks
 * `requireModerator` for the one that is needed.
 */
export const requireRight = (
  right: Right | readonly [Right, ...Right[]],
  ...rest: MiddlewareHandler<ApiEnv>[]
) => {
  const rights = typeof right === 'string' ? ([right] as const) : right;
  const rightCheck = createMiddleware<ApiEnv>(async (c, next) => {
    await checkRights(c, rights);
    await next();
  });
  return { 'x-right': rights.join(' | '), middleware: [rightCheck, ...rest] };
};
