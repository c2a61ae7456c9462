import { createRoute } from '@hono/zod-openapi';
import { JobStartedWire } from '#contracts/wire/admin-job.ts';
import {
  PublishedPageWire,
  PublishFailureWire,
  PublishingWire,
  RepublishWire,
} from '#contracts/wire/admin-publishing.ts';
import { tableReply } from '#contracts/wire/admin-replies.ts';
import {
  exportPublishedPages,
  exportPublishFailures,
  readPublishedPages,
  readPublishFailures,
  readPublishing,
} from '#domain/publishing/read.ts';
import { startPublishing } from '#domain/publishing/start.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import { adminTags, getAdministrator } from './admin-access.ts';
import { csvResponses, sendCsv } from './csv.ts';
import { tableQuery } from './table-query.ts';

/* What is published, what waits, what fails; and doing it again. */

export const adminPublishingRoutes = createRouter();

adminPublishingRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/publishing',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'How publishing is',
    responses: jsonResponses(PublishingWire),
  }),
  async (c) => {
    const { db, buildFingerprint, env } = c.var.deps;
    return c.json(await readPublishing(db, buildFingerprint, env.CDN), 200);
  },
);

const pagesQuery = tableQuery(['path'], 'path', {});
const failuresQuery = tableQuery(['last_at'], '-last_at', {});

adminPublishingRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/publishing/pages',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'Published pages',
    description: '`q` is the beginning of a path.',
    request: { query: pagesQuery },
    responses: jsonResponses(tableReply(PublishedPageWire)),
  }),
  async (c) => {
    const { q, sort, offset, limit } = c.req.valid('query');
    return c.json(
      await readPublishedPages(
        c.var.deps.db,
        { fingerprint: c.var.deps.buildFingerprint, prefix: q },
        sort.startsWith('-'),
        offset,
        limit,
      ),
      200,
    );
  },
);

adminPublishingRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/publishing/pages.csv',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'The same as a file, all of it',
    request: { query: pagesQuery },
    responses: csvResponses,
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
      exportPublishedPages(
        c.var.deps.db,
        { fingerprint: c.var.deps.buildFingerprint, prefix: q },
        sort.startsWith('-'),
      ),
    );
  },
);

adminPublishingRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/publishing/failures',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'Pages that could not be rendered',
    request: { query: failuresQuery },
    responses: jsonResponses(tableReply(PublishFailureWire)),
  }),
  async (c) => {
    const { offset, limit } = c.req.valid('query');
    return c.json(await readPublishFailures(c.var.deps.db, offset, limit), 200);
  },
);

adminPublishingRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/publishing/failures.csv',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'The same as a file, all of it',
    request: { query: failuresQuery },
    responses: csvResponses,
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
      exportPublishFailures(c.var.deps.db),
    );
  },
);

adminPublishingRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/publishing/jobs',
    ...requireRight('publishing.order'),
    tags: adminTags,
    summary: 'Publishes pages again, or checks them',
    description:
      '`path` one page, `thread` its pages, `everything` all that is kept published, `check` compares a sample, or all, with what the database says.',
    request: { body: jsonBody(RepublishWire) },
    responses: jsonResponses(JobStartedWire),
  }),
  async (c) =>
    c.json(
      {
        job: await startPublishing(c.var.deps.db, getAdministrator(c).userId, c.req.valid('json')),
      },
      200,
    ),
);
