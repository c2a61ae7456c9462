import { type Actor, isMaster } from '#auth/actor.ts';
import { requireActor, requireScope } from '#auth/guards.ts';
import { AppError } from '#contracts/errors.ts';
import { moderatesForum } from '#domain/forum/moderates.ts';
import type { Author } from '#domain/post/create.ts';
import type { Ctx } from './context.ts';

/** The caller, who may write: logged in, with the scope, not banned, of a group that may. */
export function speaker(c: Ctx, right: keyof Actor['rights']): Author {
  const actor = requireActor(c);
  requireScope(actor, 'write');
  if (actor.ban) throw new AppError('banned');
  if (!actor.rights[right]) throw new AppError('forbidden');
  return { userId: actor.userId, groupId: actor.groupId, ip: c.var.ip };
}

/** The caller, who may react: logged in, with the scope; a ban doesn't keep from liking, as it doesn't from reading. */
export function reactor(c: Ctx): number {
  const actor = requireActor(c);
  requireScope(actor, 'write');
  return actor.userId;
}

/** Whether the caller moderates a forum: everywhere, or as listed there. By token it needs the scope too. */
export const mayModerate =
  (c: Ctx) =>
  async (forumId: number): Promise<boolean> => {
    const { actor, deps } = c.var;
    if (!actor?.scopes.includes('moderate')) return false;
    return isMaster(actor) || moderatesForum(deps.db, actor.userId, forumId);
  };

export const siteOf = (c: Ctx): { host: string; timeZone: string } => ({ host: new URL(c.var.deps.env.SITE_URL).host, timeZone: c.var.deps.env.TIME_ZONE });

/** R13: a frame that was taken out is logged with the thread that it was meant for. */
export function logRemovedFrames(c: Ctx, threadId: number, frames: readonly string[]): void {
  for (const src of frames) c.var.log.warn({ threadId, src: src.slice(0, 300), userId: c.var.actor?.userId }, 'an untrusted iframe was removed');
}
