import { AppError } from '#contracts/errors.ts';
import type { JobWire } from '#contracts/wire/admin-job.ts';
import type { Db } from '#db/client.ts';
import { cancelJob } from '#domain/jobs/cancel.ts';
import { exportJobItems, jobTable, readJob, readJobItems } from '#domain/jobs/read.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { answerTable, sendRows } from './answer-table.ts';

async function requireJob(db: Db, id: number): Promise<JobWire> {
  const job = await readJob(db, id);
  if (!job) throw new AppError('notFound');
  return job;
}

export const adminJobRoutes = answerCalls({
  ...answerTable('GET /v2/admin/jobs', { table: jobTable }),

  'GET /v2/admin/jobs/{id}': (_, { db, id }) => requireJob(db, id),

  'GET /v2/admin/jobs/{id}/items': {
    async page(_, { db, id, query: { offset, limit } }) {
      const [job, rows] = await Promise.all([
        requireJob(db, id),
        readJobItems(db, { jobId: id, offset, limit }),
      ]);
      return { rows, total: Math.min(job.found, 1_000) };
    },
    file: (c, { db, id }) =>
      sendRows(c, 'GET /v2/admin/jobs/{id}/items', exportJobItems(db, id), `job-${id}`),
  },

  'POST /v2/admin/jobs/{id}/cancel': (_, { db, actorId, id }) => cancelJob(db, actorId, id),
});
