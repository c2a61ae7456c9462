import { createRoute, z } from '@hono/zod-openapi';
import { getSessionCookie } from '#auth/cookies.ts';
import { requireActor } from '#auth/guards.ts';
import { hashSecret } from '#auth/secret.ts';
import { AppError } from '#contracts/errors.ts';
import { MAX_PUSH_BROWSERS } from '#contracts/pushing.ts';
import {
  EditPushSettingsWire,
  NewPushBrowserWire,
  PushSettingsReplyWire,
} from '#contracts/wire/push.ts';
import {
  addPushBrowser,
  editPushChoice,
  type PushOwner,
  readPushSettings,
  removePushBrowser,
} from '#domain/push/push-settings.ts';
import type { ApiContext } from '../../http/context.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { requiredId } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

/* What somebody is pushed, and to which of their browsers. */

const tags = ['user'];
const responses = {
  ...jsonResponses(PushSettingsReplyWire),
  401: { description: 'Not logged in' },
};
const path = '/v2/user/push';
const browsersPath = '/v2/user/push/browsers';

/** The caller, with the session of the browser that asks. */
function readOwner(c: ApiContext): PushOwner {
  const { userId, via } = requireActor(c);
  const token = via === 'session' ? getSessionCookie(c, c.var.deps.env, 'site') : undefined;
  return { userId, sessionHash: token === undefined ? '' : hashSecret(token) };
}

async function sendSettings(c: ApiContext) {
  const { db, env } = c.var.deps;
  const data = await readPushSettings(db, readOwner(c), env.TIME_ZONE);
  return c.json({ code: 0, msg: 'ok', data } as const, 200);
}

export const pushRoutes = createRouter();

pushRoutes.openapi(
  createRoute({
    method: 'get',
    path,
    tags,
    ...requireRight('own.read'),
    summary: 'What the caller’s browsers are pushed',
    description: 'The browser that asks comes first, if push is on there.',
    responses,
  }),
  sendSettings,
);

pushRoutes.openapi(
  createRoute({
    method: 'put',
    path,
    tags,
    ...requireRight('profile.edit'),
    summary: 'Changes what the caller’s browsers are pushed',
    description: 'What isn’t given stays. `quiet: null`: at any hour.',
    request: { body: jsonBody(EditPushSettingsWire) },
    responses: {
      ...responses,
      400: { description: '`malformed`: also a time zone that there isn’t' },
    },
  }),
  async (c) => {
    const { db, env } = c.var.deps;
    await editPushChoice(db, requireActor(c).userId, c.req.valid('json'), env.TIME_ZONE);
    return sendSettings(c);
  },
);

pushRoutes.openapi(
  createRoute({
    method: 'post',
    path: browsersPath,
    tags,
    ...requireRight('push.manage', limitRate('edit')),
    summary: 'Switches push on in the browser that asks',
    description: `With the subscription that the browser’s push service gave; it ends with the session. A member has ${MAX_PUSH_BROWSERS}: the oldest ends when there is one more.`,
    request: { body: jsonBody(NewPushBrowserWire) },
    responses: {
      ...responses,
      400: { description: '`malformed`: also an address that can’t be a push service’s' },
      403: { description: 'Called by a token' },
    },
  }),
  async (c) => {
    const owner = readOwner(c);
    if (owner.sessionHash === '') throw new AppError('forbidden');
    const userAgent = c.req.header('user-agent') ?? '';
    await addPushBrowser(c.var.deps, owner, { ...c.req.valid('json'), userAgent });
    return sendSettings(c);
  },
);

pushRoutes.openapi(
  createRoute({
    method: 'delete',
    path: browsersPath,
    tags,
    ...requireRight('push.manage', limitRate('edit')),
    summary: 'Switches push off in one of the caller’s browsers',
    request: { query: z.object({ id: requiredId }) },
    responses: {
      ...responses,
      403: { description: 'Called by a token' },
      404: { description: 'No such browser of the caller' },
    },
  }),
  async (c) => {
    const { userId, sessionHash } = readOwner(c);
    if (sessionHash === '') throw new AppError('forbidden');
    await removePushBrowser(c.var.deps.db, userId, c.req.valid('query').id);
    return sendSettings(c);
  },
);
