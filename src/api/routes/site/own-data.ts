import { fetchExport } from '#domain/own-data/fetch-export.ts';
import { orderExport, readExportStatus } from '#domain/own-data/order-export.ts';
import {
  readDeletion,
  revokeDeletion,
  scheduleDeletion,
} from '#domain/own-data/schedule-deletion.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { requireOwnPage, sendArchive } from '../../http/send-archive.ts';

/* Deletion and export of a person's own data. */

export const ownDataRoutes = answerCalls({
  'GET /v2/user/deletion': async (_, { db, actorId }) => (await readDeletion(db, actorId)) ?? null,

  'POST /v2/user/deletion': (_, { db, actorId, body }) => scheduleDeletion(db, actorId, body.posts),

  'DELETE /v2/user/deletion': (_, { db, actorId }) => revokeDeletion(db, actorId),

  'GET /v2/user/export': (_, { db, actorId }) => readExportStatus(db, actorId),

  'POST /v2/user/export': (_, { db, actorId }) => orderExport(db, actorId),

  'GET /v2/user/export/file': [
    requireOwnPage,
    async (c, { db, actorId }) =>
      sendArchive(c, await fetchExport(db, c.var.deps.env.DATA_DIR, actorId)),
  ],
});
