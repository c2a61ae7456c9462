import { isGlobalModerator } from '#auth/actor.ts';
import { getFreshUntil, requireActor, requireScope } from '#auth/guards.ts';
import { AppError } from '#contracts/errors.ts';
import { AVATAR_PIXELS } from '#contracts/limits.ts';
import { changeSettings, readSettings, setAvatar } from '#domain/people/settings.ts';
import { encodePicture } from '#domain/uploads/encode.ts';
import { storePicture } from '#domain/uploads/store.ts';
import { openStorage } from '#platform/open-storage.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import type { ApiContext } from '../../http/context.ts';

/* Members' own settings. */

const readOwnSettings = async (c: ApiContext) => {
  const actor = requireActor(c);
  return {
    ...(await readSettings(c.var.deps.db, actor.userId, isGlobalModerator(actor))),
    fresh_until: getFreshUntil(actor)?.toISOString() ?? null,
  };
};

export const settingsRoutes = answerCalls({
  'GET /v1/user/settings': readOwnSettings,

  'PUT /v1/user/info': async (c, { db, body: changes }) => {
    const actor = requireActor(c);
    requireScope(actor, 'write');
    if (actor.ban && (changes.nickname ?? changes.desc ?? changes.avatar) !== undefined)
      throw new AppError('banned');
    await changeSettings(db, actor.userId, changes);
    return readOwnSettings(c);
  },

  'POST /v1/user/avatar': async (c, { db, actorId: userId, form: { image } }) => {
    const picture = await encodePicture(
      await image.bytes(),
      { person: userId, address: c.var.ip },
      { squarePixels: AVATAR_PIXELS, signal: c.req.raw.signal },
    );
    await setAvatar(
      db,
      userId,
      await storePicture(db, openStorage(c.var.deps.env), userId, picture),
    );
    return readOwnSettings(c);
  },
});
