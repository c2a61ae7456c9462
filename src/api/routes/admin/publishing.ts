import { JobStartedWire } from '#contracts/wire/admin-job.ts';
import {
  PublishedPageWire,
  PublishFailureWire,
  PublishingWire,
  RepublishWire,
} from '#contracts/wire/admin-publishing.ts';
import { failureTable, pageTable, readPublishing, toPageFilter } from '#domain/publishing/read.ts';
import { startPublishing } from '#domain/publishing/start.ts';
import { createRouter } from '../../http/router.ts';
import { addAdminCall } from './admin-call.ts';
import { addTableRoutes } from './table-routes.ts';

/* What is published, what waits, what fails; and doing it again. */

export const adminPublishingRoutes = createRouter();

addAdminCall(adminPublishingRoutes, 'GET /v2/admin/publishing', {
  right: 'admin.read',
  summary: 'How publishing is',
  reply: PublishingWire,
  run: ({ db, c }) => readPublishing(db, c.var.deps.buildFingerprint, c.var.deps.env.CDN),
});

addTableRoutes(adminPublishingRoutes, {
  path: '/v2/admin/publishing/pages',
  right: 'admin.read',
  summary: 'Published pages',
  description: '`q` is the beginning of a path.',
  table: pageTable,
  row: PublishedPageWire,
  filters: {},
  toFilter: ({ q }, c) => toPageFilter(c.var.deps.db, c.var.deps.buildFingerprint, q),
  defaultSort: 'path',
  csv: { name: 'pages', columns: ['path', 'rendered_at', 'tags', 'outdated'] },
});

addTableRoutes(adminPublishingRoutes, {
  path: '/v2/admin/publishing/failures',
  right: 'admin.read',
  summary: 'Pages that could not be rendered',
  table: failureTable,
  row: PublishFailureWire,
  filters: {},
  defaultSort: '-last_at',
  csv: {
    name: 'failures',
    columns: ['path', 'message', 'times', 'first_at', 'last_at', 'next_at'],
  },
});

addAdminCall(adminPublishingRoutes, 'POST /v2/admin/publishing/jobs', {
  right: 'publishing.order',
  summary: 'Publishes pages again, or checks them',
  description:
    '`path` one page, `thread` its pages, `everything` all that is kept published, `check` compares a sample, or all, with what the database says.',
  body: RepublishWire,
  reply: JobStartedWire,
  run: async ({ db, actorId, body }) => ({ job: await startPublishing(db, actorId, body) }),
});
