import { createRoute, z } from '@hono/zod-openapi';
import { AppError } from '#contracts/errors.ts';
import { JOB_KINDS, JOB_STATES } from '#contracts/jobs.ts';
import { JobItemWire, JobWire } from '#contracts/wire/admin-job.ts';
import { tableReply } from '#contracts/wire/admin-replies.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { cancelJob } from '#domain/job/cancel.ts';
import { exportJobItems, readJob, readJobItems, readJobs } from '#domain/job/read.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { requiredId } from '../../http/params.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';
import { adminTags, getAdministrator } from './admin-access.ts';
import { csvResponses, sendCsv } from './csv.ts';
import { optionalFilter, tableQuery } from './table-query.ts';

/* Work that administrators started, and how far it is. */

export const adminJobRoutes = createRouter();

const idParam = z.object({ id: requiredId });
const jobsQuery = tableQuery(['id'], '-id', {
  kind: optionalFilter(z.enum(JOB_KINDS)),
  state: optionalFilter(z.enum(JOB_STATES)),
});

adminJobRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/jobs',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'Jobs, the latest first',
    request: { query: jobsQuery },
    responses: jsonResponses(tableReply(JobWire)),
  }),
  async (c) => {
    const { kind, state, offset, limit } = c.req.valid('query');
    return c.json(await readJobs(c.var.deps.db, { kind, state }, offset, limit), 200);
  },
);

adminJobRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/jobs/{id}',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'A job',
    request: { params: idParam },
    responses: { ...jsonResponses(JobWire), 404: { description: 'No such job' } },
  }),
  async (c) => {
    const job = await readJob(c.var.deps.db, c.req.valid('param').id);
    if (!job) throw new AppError('notFound');
    return c.json(job, 200);
  },
);

adminJobRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/jobs/{id}/items',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'What a job found',
    request: { params: idParam, query: tableQuery(['n'], 'n', {}) },
    responses: jsonResponses(tableReply(JobItemWire)),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const { offset, limit } = c.req.valid('query');
    const [job, rows] = await Promise.all([
      readJob(c.var.deps.db, id),
      readJobItems(c.var.deps.db, id, offset, limit),
    ]);
    if (!job) throw new AppError('notFound');
    return c.json({ rows, total: Math.min(job.found, 1_000) }, 200);
  },
);

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

adminJobRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/jobs/{id}/cancel',
    ...requireRight('job.cancel'),
    tags: adminTags,
    summary: 'Ends a job at its next step',
    request: { params: idParam },
    responses: { ...jsonResponses(OkReplyWire), 404: { description: 'No such job' } },
  }),
  async (c) => {
    await cancelJob(c.var.deps.db, getAdministrator(c).userId, c.req.valid('param').id);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
