import { createRoute, z } from '@hono/zod-openapi';
import { AppError } from '#contracts/errors.ts';
import { JOB_KINDS, JOB_STATES } from '#contracts/jobs.ts';
import { JobItemWire, JobWire } from '#contracts/wire/admin-job.ts';
import { DoneWire } from '#contracts/wire/site.ts';
import { cancelJob } from '#domain/job/cancel.ts';
import { exportJobItems, readJob, readJobItems, readJobs } from '#domain/job/read.ts';
import { may } from '../middleware/may.ts';
import { requiredId } from '../params.ts';
import { replies, router } from '../router.ts';
import { administrator, tags } from './area.ts';
import { csvReply, sendCsv } from './csv.ts';
import { given, tableQuery, tableReply } from './table.ts';

/* Work that administrators started, and how far it is. */

export const adminJobs = router();

const params = z.object({ id: requiredId });
const query = tableQuery(['id'], '-id', {
  kind: given(z.enum(JOB_KINDS)),
  state: given(z.enum(JOB_STATES)),
});

adminJobs.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/jobs',
    ...may('admin.read'),
    tags,
    summary: 'Jobs, the latest first',
    request: { query },
    responses: replies(tableReply(JobWire)),
  }),
  async (c) => {
    const { kind, state, offset, limit } = c.req.valid('query');
    return c.json(await readJobs(c.var.deps.db, { kind, state }, offset, limit), 200);
  },
);

adminJobs.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/jobs/{id}',
    ...may('admin.read'),
    tags,
    summary: 'A job',
    request: { params },
    responses: { ...replies(JobWire), 404: { description: 'No such job' } },
  }),
  async (c) => {
    const job = await readJob(c.var.deps.db, c.req.valid('param').id);
    if (!job) throw new AppError('notFound');
    return c.json(job, 200);
  },
);

adminJobs.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/jobs/{id}/items',
    ...may('admin.read'),
    tags,
    summary: 'What a job found',
    request: { params, query: tableQuery(['n'], 'n', {}) },
    responses: replies(tableReply(JobItemWire)),
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

adminJobs.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/jobs/{id}/items.csv',
    ...may('admin.read'),
    tags,
    summary: 'The same as a file',
    request: { params },
    responses: csvReply,
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

adminJobs.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/jobs/{id}/cancel',
    ...may('job.cancel'),
    tags,
    summary: 'Ends a job at its next step',
    request: { params },
    responses: { ...replies(DoneWire), 404: { description: 'No such job' } },
  }),
  async (c) => {
    await cancelJob(c.var.deps.db, administrator(c).userId, c.req.valid('param').id);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
