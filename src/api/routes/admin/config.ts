import { requireActor, requireFreshLogin } from '#auth/guards.ts';
import { getConfigEntry } from '#contracts/config-entries.ts';
import { readConfigEntries, saveConfig } from '#domain/config/save.ts';
import { encodePicture } from '#domain/uploads/encode.ts';
import { storePicture } from '#domain/uploads/store.ts';
import { openStorage } from '#platform/open-storage.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { getSite } from '../../http/caller.ts';

/* The public configuration (R34), and pictures for cards, icons and shared pages. */

export const adminConfigRoutes = answerCalls({
  'GET /v2/admin/config': (_, { db }) => readConfigEntries(db),

  'PUT /v2/admin/config/{field}': (c, { db, actorId, params: { field }, body }) => {
    if (getConfigEntry(field).needsFreshLogin) requireFreshLogin(requireActor(c));
    return saveConfig(db, actorId, field, body.value, body.version, getSite(c).host);
  },

  'POST /v2/admin/pictures': async (c, { db, actorId, form: { image } }) => {
    const uploader = { person: actorId, address: c.var.ip };
    const { signal } = c.req.raw;
    const picture = await encodePicture(await image.bytes(), uploader, { signal });
    return { url: await storePicture(db, openStorage(c.var.deps.env), actorId, picture) };
  },
});
