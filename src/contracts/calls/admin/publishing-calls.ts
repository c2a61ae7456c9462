import { JobStartedWire } from '../../wire/admin-job.ts';
import {
  PublishedPageWire,
  PublishFailureWire,
  PublishingWire,
  RepublishWire,
} from '../../wire/admin-publishing.ts';
import { table, tagged } from '../call-spec.ts';

export const PUBLISHING_CALLS = tagged('admin', {
  'GET /v2/admin/publishing': {
    right: 'admin.read',
    summary: 'How publishing is',
    reply: PublishingWire,
  },
  'GET /v2/admin/publishing/pages': {
    right: 'admin.read',
    summary: 'Published pages',
    description: '`q` is the beginning of a path.',
    ...table(PublishedPageWire, {
      orders: ['path'],
      sort: 'path',
      filters: {},
      csv: true,
    }),
  },
  'GET /v2/admin/publishing/failures': {
    right: 'admin.read',
    summary: 'Pages that could not be rendered',
    ...table(PublishFailureWire, {
      orders: ['last_at'],
      sort: '-last_at',
      filters: {},
      csv: true,
    }),
  },
  'POST /v2/admin/publishing/jobs': {
    right: 'publishing.order',
    summary: 'Publishes pages again, or checks them',
    description:
      '`path` one page, `thread` its pages, `everything` all that is kept published, `check` compares a sample, or all, with what the database says.',
    body: RepublishWire,
    reply: JobStartedWire,
  },
});
