import { createRoute, z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { isGlobalModerator } from '#auth/actor.ts';
import { getFreshUntil, requireActor, requireScope } from '#auth/guards.ts';
import { AppError } from '#contracts/errors.ts';
import { MAX_UPLOAD_BYTES } from '#contracts/limits.ts';
import { EditSettingsWire, SettingsReplyWire } from '#contracts/wire/settings.ts';
import { encodePicture } from '#domain/upload/encode.ts';
import { storePicture } from '#domain/upload/store.ts';
import { changeSettings, readSettings, setAvatar } from '#domain/user/settings.ts';
import { AVATAR_PIXELS, MAX_FORM_OVERHEAD_BYTES } from '#platform/limits.ts';
import { openStorage } from '#platform/open-storage.ts';
import { requireAuthor } from '../../http/caller.ts';
import type { ApiContext, ApiEnv } from '../../http/context.ts';
import { limitFormBody } from '../../http/middleware/limit-form.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

/* What members set for themselves. */

const tags = ['user'];
const unauthenticatedResponses = { 401: { description: 'Not logged in' } };

export const settingsRoutes = createRouter();

const buildSettingsReply = async (c: ApiContext) => {
  const actor = requireActor(c);
  return {
    code: 0,
    msg: 'ok',
    data: {
      ...(await readSettings(c.var.deps.db, actor.userId, isGlobalModerator(actor))),
      fresh_until: getFreshUntil(actor)?.toISOString() ?? null,
    },
  };
};

settingsRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/settings',
    tags,
    summary: 'What the caller has set',
    responses: { ...jsonResponses(SettingsReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => c.json(await buildSettingsReply(c), 200),
);

settingsRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v1/user/info',
    tags,
    ...requireRight('profile.edit', limitRate('edit')),
    summary: 'Changes the caller’s settings',
    description:
      'What isn’t given stays. A nickname has 2 to 20 characters, is nobody else’s, and can be chosen once in 7 days. Errors: `length`, `verify` (sensitive words), `taken`, `nameScripts` (letters of scripts that nobody writes together), `nameReserved` (an office of the forum), `renamed` (err_payload: when the next one may be chosen), `banned` (a banned member changes neither name, description nor picture).',
    request: { body: jsonBody(EditSettingsWire) },
    responses: { ...jsonResponses(SettingsReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    const actor = requireActor(c);
    requireScope(actor, 'write');
    const changes = c.req.valid('json');
    if (actor.ban && (changes.nickname ?? changes.desc ?? changes.avatar) !== undefined)
      throw new AppError('banned');
    await changeSettings(c.var.deps.db, actor.userId, changes);
    return c.json(await buildSettingsReply(c), 200);
  },
);

/** Before anything of a body is read. */
const requireAvatarRight = createMiddleware<ApiEnv>(async (c, next) => {
  requireAuthor(c, 'attach');
  await next();
});

settingsRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/user/avatar',
    tags,
    ...requireRight(
      'upload.create',
      requireAvatarRight,
      limitRate('upload'),
      limitFormBody(MAX_UPLOAD_BYTES + MAX_FORM_OVERHEAD_BYTES),
    ),
    summary: 'Gives the caller a picture',
    description: `What /v1/thread/file takes, of at most 2 MiB; its middle is kept as a square of ${AVATAR_PIXELS} pixels.`,
    request: {
      body: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: z.object({
              image: z
                .custom<File>((value) => value instanceof File)
                .openapi({ type: 'string', format: 'binary' }),
            }),
          },
        },
      },
    },
    responses: { ...jsonResponses(SettingsReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    const { userId } = requireActor(c);
    const { db, env } = c.var.deps;
    const picture = await encodePicture(
      await c.req.valid('form').image.bytes(),
      { person: userId, address: c.var.ip },
      { squarePixels: AVATAR_PIXELS },
    );
    await setAvatar(db, userId, await storePicture(db, openStorage(env), userId, picture));
    return c.json(await buildSettingsReply(c), 200);
  },
);
