import { createRoute } from '@hono/zod-openapi';
import { JobStartedWire } from '#contracts/wire/admin-job.ts';
import {
  PageWire,
  PublishFailureWire,
  PublishingWire,
  RepublishWire,
} from '#contracts/wire/admin-publishing.ts';
import {
  exportFailures,
  exportPages,
  readFailures,
  readPages,
  readPublishing,
} from '#domain/publishing/read.ts';
import { startPublishing } from '#domain/publishing/start.ts';
import { may } from '../middleware/may.ts';
import { jsonBody, replies, router } from '../router.ts';
import { administrator, tags } from './area.ts';
import { csvReply, sendCsv } from './csv.ts';
import { tableQuery, tableReply } from './table.ts';

/* What is published, what waits, what fails; and doing it again. */

export const adminPublishing = router();

adminPublishing.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/publishing',
    ...may('admin.read'),
    tags,
    summary: 'How publishing is',
    responses: replies(PublishingWire),
  }),
  async (c) => c.json(await readPublishing(c.var.deps.db, c.var.deps.build), 200),
);

const pagesTable = tableQuery(['path'], 'path', {});
const failuresTable = tableQuery(['last_at'], '-last_at', {});

adminPublishing.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/publishing/pages',
    ...may('admin.read'),
    tags,
    summary: 'Published pages',
    description: '`q` is the beginning of a path.',
    request: { query: pagesTable },
    responses: replies(tableReply(PageWire)),
  }),
  async (c) => {
    const { q, sort, offset, limit } = c.req.valid('query');
    return c.json(
      await readPages(
        c.var.deps.db,
        { build: c.var.deps.build, prefix: q },
        sort.startsWith('-'),
        offset,
        limit,
      ),
      200,
    );
  },
);

adminPublishing.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/publishing/pages.csv',
    ...may('admin.read'),
    tags,
    summary: 'The same as a file, all of it',
    request: { query: pagesTable },
    responses: csvReply,
  }),
  (c) => {
    const { q, sort } = c.req.valid('query');
    return sendCsv(
      c,
      'pages',
      {
        path: (row) => row.path,
        rendered_at: (row) => row.rendered_at,
        tags: (row) => row.tags,
        outdated: (row) => Number(row.outdated),
      },
      exportPages(c.var.deps.db, { build: c.var.deps.build, prefix: q }, sort.startsWith('-')),
    );
  },
);

adminPublishing.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/publishing/failures',
    ...may('admin.read'),
    tags,
    summary: 'Pages that could not be rendered',
    request: { query: failuresTable },
    responses: replies(tableReply(PublishFailureWire)),
  }),
  async (c) => {
    const { offset, limit } = c.req.valid('query');
    return c.json(await readFailures(c.var.deps.db, offset, limit), 200);
  },
);

adminPublishing.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/publishing/failures.csv',
    ...may('admin.read'),
    tags,
    summary: 'The same as a file, all of it',
    request: { query: failuresTable },
    responses: csvReply,
  }),
  (c) => {
    return sendCsv(
      c,
      'failures',
      {
        path: (row) => row.path,
        message: (row) => row.message,
        times: (row) => row.times,
        first_at: (row) => row.first_at,
        last_at: (row) => row.last_at,
        next_at: (row) => row.next_at,
      },
      exportFailures(c.var.deps.db),
    );
  },
);

adminPublishing.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/publishing/jobs',
    ...may('publishing.order'),
    tags,
    summary: 'Publishes pages again, or checks them',
    description:
      '`path` one page, `thread` its pages, `everything` all that is kept published, `check` compares a sample, or all, with what the database says.',
    request: { body: jsonBody(RepublishWire) },
    responses: replies(JobStartedWire),
  }),
  async (c) =>
    c.json(
      { job: await startPublishing(c.var.deps.db, administrator(c).userId, c.req.valid('json')) },
      200,
    ),
);
