import { requireActor } from '#auth/guards.ts';
import { fetchExport } from '#domain/own-data/fetch-export.ts';
import { orderExport, readExportStatus } from '#domain/own-data/order-export.ts';
import {
  readDeletion,
  revokeDeletion,
  scheduleDeletion,
} from '#domain/own-data/schedule-deletion.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { requireOwnPage, sendArchive } from '../../http/send-archive.ts';

/* Everything that the forum has of a person: they delete it, or take a copy along. */

export const ownDataRoutes = answerCalls({
  'GET /v2/user/deletion': async (c) => {
    return (await readDeletion(c.var.deps.db, requireActor(c).userId)) ?? null;
  },

  'POST /v2/user/deletion': (c, { body: { posts } }) =>
    scheduleDeletion(c.var.deps.db, requireActor(c).userId, posts),

  'DELETE /v2/user/deletion': async (c) => {
    await revokeDeletion(c.var.deps.db, requireActor(c).userId);
  },

  'GET /v2/user/export': (c) => readExportStatus(c.var.deps.db, requireActor(c).userId),

  'POST /v2/user/export': (c) => orderExport(c.var.deps.db, requireActor(c).userId),

  'GET /v2/user/export/file': [
    requireOwnPage,
    async (c) => {
      const { db, env } = c.var.deps;
      return sendArchive(c, await fetchExport(db, env.DATA_DIR, requireActor(c).userId));
    },
  ],
});
