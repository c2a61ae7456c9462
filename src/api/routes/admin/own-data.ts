import { AppError } from '#contracts/errors.ts';
import type { AdminOwnDataWire } from '#contracts/wire/own-data.ts';
import type { Db } from '#db/client.ts';
import { fetchExport } from '#domain/own-data/fetch-export.ts';
import { orderExport } from '#domain/own-data/order-export.ts';
import { readOwnDataState } from '#domain/own-data/read-state.ts';
import { revokeDeletion, scheduleDeletion } from '#domain/own-data/schedule-deletion.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { requireOwnPage, sendArchive } from '../../http/send-archive.ts';

/* Administrators' export and deletion of a person's data. */

async function requireState(db: Db, userId: number): Promise<AdminOwnDataWire> {
  const state = await readOwnDataState(db, userId);
  if (!state) throw new AppError('notFound');
  return state;
}

export const adminOwnDataRoutes = answerCalls({
  'GET /v2/admin/users/{id}/own-data': (_, { db, id }) => requireState(db, id),

  'POST /v2/admin/users/{id}/deletion': (_, { db, actorId, id, body: { posts, reason } }) =>
    scheduleDeletion(db, id, posts, { actorId, reason }),

  'POST /v2/admin/users/{id}/deletion/revoke': (_, { db, actorId, id, body: { reason } }) =>
    revokeDeletion(db, id, { actorId, reason }),

  'POST /v2/admin/users/{id}/export': async (_, { db, actorId, id, body: { reason } }) => {
    await orderExport(db, id, { actorId, reason });
    return requireState(db, id);
  },

  'GET /v2/admin/users/{id}/export/file': [
    requireOwnPage,
    async (c, { db, actorId, id }) =>
      sendArchive(c, await fetchExport(db, c.var.deps.env.DATA_DIR, id, actorId)),
  ],
});
