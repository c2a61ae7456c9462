import { getSessionCookie } from '#auth/cookies.ts';
import { requireActor } from '#auth/guards.ts';
import { hashSecret } from '#auth/secret.ts';
import { AppError } from '#contracts/errors.ts';
import {
  addPushBrowser,
  editPushChoice,
  type PushOwner,
  readPushSettings,
  removePushBrowser,
} from '#domain/delivery/push/push-settings.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import type { ApiContext } from '../../http/context.ts';

/* Push settings and browsers. */

/** The caller, with the browser's session. */
function readOwner(c: ApiContext): PushOwner {
  const { userId, via } = requireActor(c);
  const token = via === 'session' ? getSessionCookie(c, c.var.deps.env, 'site') : undefined;
  return { userId, sessionHash: token === undefined ? '' : hashSecret(token) };
}

const readOwnSettings = (c: ApiContext) =>
  readPushSettings(c.var.deps.db, readOwner(c), c.var.deps.env.TIME_ZONE);

export const pushRoutes = answerCalls({
  'GET /v2/user/push': readOwnSettings,

  'PUT /v2/user/push': async (c, { db, actorId, body }) => {
    await editPushChoice(db, actorId, body, c.var.deps.env.TIME_ZONE);
    return readOwnSettings(c);
  },

  'POST /v2/user/push/browsers': async (c, { body }) => {
    const owner = readOwner(c);
    if (owner.sessionHash === '') throw new AppError('forbidden');
    const userAgent = c.req.header('user-agent') ?? '';
    await addPushBrowser(c.var.deps, owner, { ...body, userAgent });
    return readOwnSettings(c);
  },

  'DELETE /v2/user/push/browsers': async (c, { db, actorId, query: { id } }) => {
    if (readOwner(c).sessionHash === '') throw new AppError('forbidden');
    await removePushBrowser(db, actorId, id);
    return readOwnSettings(c);
  },
});
