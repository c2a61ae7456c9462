import { z } from '@hono/zod-openapi';
import { PUBLISHED_PATH_PATTERN } from '../../paths.ts';
import { JobStartedWire } from '../../wire/admin-job.ts';
import { int, namedObject } from '../../wire/field-types.ts';
import { table, tagged } from '../call-spec.ts';

const PUBLISHING_LANES = ['posts', 'lists', 'counts'] as const;

export const PublishingWire = namedObject('Publishing', {
  /** Published pages; an estimate on large sites. */
  pages: int,
  /** Pages of an older build, re-rendered in the background; counted up to 10,000. */
  outdated: int,
  /** Pending invalidations; `oldest` in seconds. */
  lanes: z.array(z.object({ lane: z.enum(PUBLISHING_LANES), waiting: int, oldest: z.number() })),
  /** Queued tasks; `failed` ones are not retried. */
  tasks: z.array(
    z.object({
      task: z.string(),
      waiting: int,
      failed: int,
      oldest: z.number(),
      error: z.string().nullable(),
    }),
  ),
  failures: int,
  /** Why and since when pages can't be written; null while they can. */
  storage: z.object({ error: z.string(), since: z.string() }).nullable(),
  /** Purges that the CDN has not confirmed; `oldest` in seconds. Null without a CDN. */
  cdn: z.object({ waiting: int, takedowns: int, oldest: z.number(), error: z.string() }).nullable(),
});
export type PublishingWire = z.infer<typeof PublishingWire>;

export const PublishFailureWire = namedObject('PublishFailure', {
  path: z.string(),
  message: z.string(),
  times: int,
  first_at: z.string(),
  last_at: z.string(),
  next_at: z.string(),
});
export type PublishFailureWire = z.infer<typeof PublishFailureWire>;

export const PublishedPageWire = namedObject('PublishedPage', {
  path: z.string(),
  rendered_at: z.string(),
  tags: int,
  outdated: z.boolean(),
});
export type PublishedPageWire = z.infer<typeof PublishedPageWire>;

export const RepublishWire = z
  .discriminatedUnion('what', [
    z.object({
      what: z.literal('path'),
      path: z.string().trim().max(120).regex(PUBLISHED_PATH_PATTERN),
    }),
    z.object({ what: z.literal('thread'), id: z.int().min(1).max(2_147_483_647) }),
    z.object({ what: z.literal('everything') }),
    z.object({ what: z.literal('check'), all: z.boolean().default(false) }),
  ])
  .meta({ id: 'Republish' });
export type RepublishWire = z.infer<typeof RepublishWire>;

export const PUBLISHING_CALLS = tagged('admin', {
  'GET /v2/admin/publishing': {
    right: 'admin.read',
    summary: 'Returns the state of publishing',
    reply: PublishingWire,
  },
  'GET /v2/admin/publishing/pages': {
    right: 'admin.read',
    summary: 'Lists published pages',
    description: '`q` is the beginning of a path.',
    ...table(PublishedPageWire, 'GET /v2/admin/publishing/pages', {
      csv: ['path', 'rendered_at', 'tags', 'outdated'],
    }),
  },
  'GET /v2/admin/publishing/failures': {
    right: 'admin.read',
    summary: 'Lists pages that could not be rendered',
    ...table(PublishFailureWire, 'GET /v2/admin/publishing/failures', {
      csv: ['path', 'message', 'times', 'first_at', 'last_at', 'next_at'],
    }),
  },
  'POST /v2/admin/publishing/jobs': {
    right: 'publishing.order',
    summary: 'Re-renders pages, or checks them',
    description:
      '`path` re-renders one page, `thread` the pages of a thread, `everything` all published pages. `check` compares a sample of the pages, or all, with the database.',
    body: RepublishWire,
    reply: JobStartedWire,
  },
});
