import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { isRightAnywhere, readModerationScope } from '#auth/moderation-scope.ts';
import { getRefusal, RIGHTS, type Right } from '#auth/rights.ts';
import { AppError } from '#contracts/errors.ts';
import type { ApiEnv } from '../context.ts';

/**
 * Checks the rights that a call needs: throws unauthenticated, forbidden or banned when the caller
 * has none of them anywhere. Whether the caller has the right for this target is checked by
 * handlers, with `requireModerator` and `mayModerate` (api/http/caller.ts). A call that takes
 * several actions names the rights of all of them, and its handler asks `requireModerator` for the
 * one that is needed.
 */
export const requireRights = (rights: readonly Right[]): MiddlewareHandler<ApiEnv> =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const [right] = rights as [Right];
    c.set('right', right);
    const refusal = getRefusal(right, c.var.actor);
    if (refusal) throw new AppError(refusal);
    if (RIGHTS[right].who === 'moderator') {
      const reach = await readModerationScope(c.var.deps.db, c.var.actor);
      if (!rights.some((candidate) => isRightAnywhere(reach, candidate)))
        throw new AppError('forbidden');
      c.set('moderationScope', reach);
    }
    await next();
  });
