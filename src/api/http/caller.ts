import type { Actor } from '#auth/actor.ts';
import { isLoginFresh, requireActor, requireScope } from '#auth/guards.ts';
import { isRightInScope, readModerationScope } from '#auth/moderation-scope.ts';
import type { Right } from '#auth/rights.ts';
import { AppError } from '#contracts/errors.ts';
import type { PostAuthor } from '#domain/content/post/post-author.ts';
import type { MayModerate } from '#domain/shared/forum-access.ts';
import type { Moderator } from '#moderation/moderator.ts';
import type { ApiContext } from './context.ts';

/** The caller as an author. answer-calls.ts checks the route's right; other routes name `right`. */
export function requireAuthor(c: ApiContext, right?: keyof Actor['rights']): PostAuthor {
  const actor = requireActor(c);
  if (!c.var.right || right) {
    requireScope(actor, 'write');
    if (actor.ban) throw new AppError('banned');
    if (right && !actor.rights[right]) throw new AppError('forbidden');
  }
  return { userId: actor.userId, groupId: actor.groupId, rights: actor.rights, ip: c.var.ip };
}

/** The caller who likes or favourites; banned users may. */
export function requireReactingUser(c: ApiContext): Actor {
  const actor = requireActor(c);
  if (!c.var.right) requireScope(actor, 'write');
  return actor;
}

/** The calling moderator. `mayModerate` checks a forum for the requested or the route's right. */
export function requireModerator(c: ApiContext, requestedRight?: Right): Moderator {
  const { moderationScope } = c.var;
  const right = requestedRight ?? c.var.right;
  if (!right || !moderationScope) throw new Error('the route names no right of moderators');
  const actor = requireActor(c);
  const { userId, groupId, rights } = actor;
  return {
    userId,
    groupId,
    rights,
    isGlobal: moderationScope.isGlobal,
    isLoginFresh: isLoginFresh(actor),
    forums: moderationScope.forums,
    mayModerate: (forumId) => isRightInScope(moderationScope, right, forumId),
  };
}

/** Whether the caller moderates a forum with this right. A token also needs the scope. */
export function createModerationCheck(
  c: ApiContext,
  right: Right = c.var.right ?? 'thread.edit',
): MayModerate {
  return async (on, forumId) =>
    isRightInScope(await readModerationScope(on, c.var.actor), right, forumId);
}

export const getSite = (c: ApiContext): { host: string; timeZone: string } => ({
  host: new URL(c.var.deps.env.SITE_URL).host,
  timeZone: c.var.deps.env.TIME_ZONE,
});

export function logRemovedFrames(c: ApiContext, threadId: number, frames: readonly string[]): void {
  for (const src of frames)
    c.var.log.warn(
      { threadId, src: src.slice(0, 300), userId: c.var.actor?.userId },
      'message.frameRemoved',
    );
}
