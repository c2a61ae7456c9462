import {
  failureTable,
  pageTable,
  readPublishing,
  toPageFilter,
} from '#domain/operations/publishing/read.ts';
import { startPublishing } from '#domain/operations/publishing/start.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { answerTable } from './answer-table.ts';

/* State of publishing, and retries. */

export const adminPublishingRoutes = answerCalls({
  'GET /v2/admin/publishing': (c, { db }) =>
    readPublishing(db, c.var.deps.buildFingerprint, c.var.deps.env.CDN),

  ...answerTable('GET /v2/admin/publishing/pages', {
    table: pageTable,
    toFilter: ({ q }, c) => toPageFilter(c.var.deps.db, c.var.deps.buildFingerprint, q),
  }),

  ...answerTable('GET /v2/admin/publishing/failures', { table: failureTable }),

  'POST /v2/admin/publishing/jobs': async (_, { db, actorId, body }) => ({
    job: await startPublishing(db, actorId, body),
  }),
});
