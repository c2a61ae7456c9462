import { createRoute, z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { isMaster } from '#auth/actor.ts';
import { freshUntil, requireActor, requireScope } from '#auth/guards.ts';
import { AppError } from '#contracts/errors.ts';
import { AVATAR_SIZE, FORM_BYTES, UPLOAD_BYTES } from '#contracts/limits.ts';
import { EditSettingsWire, SettingsReplyWire } from '#contracts/wire/settings.ts';
import { encodePicture } from '#domain/upload/encode.ts';
import { keepPicture } from '#domain/upload/keep.ts';
import { changeSettings, readSettings, setAvatar } from '#domain/user/settings.ts';
import { openStorage } from '#platform/storage.ts';
import type { ApiEnv, Ctx } from './context.ts';
import { formWithin } from './middleware/form.ts';
import { may } from './middleware/may.ts';
import { rate } from './middleware/rate.ts';
import { jsonBody, replies, router } from './router.ts';
import { speaker } from './speaking.ts';

/* What members set for themselves. */

const tags = ['user'];
const unauthenticated = { 401: { description: 'Not logged in' } };

export const settings = router();

const own = async (c: Ctx) => {
  const actor = requireActor(c);
  return {
    code: 0,
    msg: 'ok',
    data: {
      ...(await readSettings(c.var.deps.db, actor.userId, isMaster(actor))),
      fresh_until: freshUntil(actor).toISOString(),
    },
  };
};

settings.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/settings',
    tags,
    summary: 'What the caller has set',
    responses: { ...replies(SettingsReplyWire), ...unauthenticated },
  }),
  async (c) => c.json(await own(c), 200),
);

settings.openapi(
  createRoute({
    method: 'put',
    path: '/v1/user/info',
    tags,
    ...may('profile.edit', rate('edit')),
    summary: 'Changes the caller’s settings',
    description:
      'What isn’t given stays. A nickname has 2 to 20 characters, is nobody else’s, and can be chosen once in 7 days. Errors: `length`, `verify` (sensitive words), `taken`, `nameScripts` (letters of scripts that nobody writes together), `nameReserved` (an office of the forum), `renamed` (err_payload: when the next one may be chosen), `banned` (a banned member changes neither name, description nor picture).',
    request: { body: jsonBody(EditSettingsWire) },
    responses: { ...replies(SettingsReplyWire), ...unauthenticated },
  }),
  async (c) => {
    const actor = requireActor(c);
    requireScope(actor, 'write');
    const wanted = c.req.valid('json');
    if (actor.ban && (wanted.nickname ?? wanted.desc ?? wanted.avatar) !== undefined)
      throw new AppError('banned');
    await changeSettings(c.var.deps.db, actor.userId, wanted);
    return c.json(await own(c), 200);
  },
);

/** Before anything of a body is read. */
const wearer = createMiddleware<ApiEnv>(async (c, next) => {
  speaker(c, 'attach');
  await next();
});

settings.openapi(
  createRoute({
    method: 'post',
    path: '/v1/user/avatar',
    tags,
    ...may('upload.create', wearer, rate('upload'), formWithin(UPLOAD_BYTES + FORM_BYTES)),
    summary: 'Gives the caller a picture',
    description: `What /v1/thread/file takes, of at most 2 MiB; its middle is kept as a square of ${AVATAR_SIZE} pixels.`,
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
    responses: { ...replies(SettingsReplyWire), ...unauthenticated },
  }),
  async (c) => {
    const { userId } = requireActor(c);
    const { db, env } = c.var.deps;
    const picture = await encodePicture(await c.req.valid('form').image.bytes(), {
      square: AVATAR_SIZE,
    });
    await setAvatar(db, userId, await keepPicture(db, openStorage(env), userId, picture));
    return c.json(await own(c), 200);
  },
);
