import { createRoute, z } from '@hono/zod-openapi';
import { AppError } from '#contracts/errors.ts';
import { JOB_KINDS, JOB_STATES } from '#contracts/jobs.ts';
import { JobItemWire, JobWire } from '#contracts/wire/admin-job.ts';
import { tableReply } from '#contracts/wire/admin-replies.ts';
import type { Db } from '#db/client.ts';
import { cancelJob } from '#domain/job/cancel.ts';
import { exportJobItems, jobTable, readJob, readJobItems } from '#domain/job/read.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { requiredId } from '../../http/params.ts';
import { createRouter } from '../../http/router.ts';
import { adminTags } from './admin-access.ts';
import { addAdminCall } from './admin-call.ts';
import { csvResponses, sendCsv } from './csv.ts';
import { optionalChoice, tableQuery } from './table-query.ts';
import { addTableRoutes } from './table-routes.ts';

/* Work that administrators started, and how far it is. */

export const adminJobRoutes = createRouter();

const idParam = z.object({ id: requiredId });

addTableRoutes(adminJobRoutes, {
  path: '/v2/admin/jobs',
  right: 'admin.read',
  summary: 'Jobs, the latest first',
  table: jobTable,
  row: JobWire,
  filters: { kind: optionalChoice(JOB_KINDS), state: optionalChoice(JOB_STATES) },
  defaultSort: '-id',
});

async function requireJob(db: Db, id: number): Promise<JobWire> {
  const job = await readJob(db, id);
  if (!job) throw new AppError('notFound');
  return job;
}

addAdminCall(adminJobRoutes, 'GET /v2/admin/jobs/{id}', {
  right: 'admin.read',
  summary: 'A job',
  reply: JobWire,
  errors: { 404: 'No such job' },
  run: ({ db, id }) => requireJob(db, id),
});

addAdminCall(adminJobRoutes, 'GET /v2/admin/jobs/{id}/items', {
  right: 'admin.read',
  summary: 'What a job found',
  query: tableQuery(['n'], 'n', {}),
  reply: tableReply(JobItemWire),
  async run({ db, id, query: { offset, limit } }) {
    const [job, rows] = await Promise.all([
      requireJob(db, id),
      readJobItems(db, id, offset, limit),
    ]);
    return { rows, total: Math.min(job.found, 1_000) };
  },
});

adminJobRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/jobs/{id}/items.csv',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'The same as a file',
    request: { params: idParam },
    responses: csvResponses,
  }),
  (c) => {
    const { id } = c.req.valid('param');
    return sendCsv(
      c,
      `job-${id}`,
      { n: (row) => row.n, detail: (row) => row.detail },
      exportJobItems(c.var.deps.db, id),
    );
  },
);

addAdminCall(adminJobRoutes, 'POST /v2/admin/jobs/{id}/cancel', {
  right: 'job.cancel',
  summary: 'Ends a job at its next step',
  errors: { 404: 'No such job' },
  run: ({ db, actorId, id }) => cancelJob(db, actorId, id),
});
