import { createRoute, type z } from '@hono/zod-openapi';
import { CONTENT_KINDS, CONTENT_STATES } from '#contracts/admin-choices.ts';
import { AppError } from '#contracts/errors.ts';
import { JobStartedWire } from '#contracts/wire/admin-job.ts';
import { AdminContentWire, PurgeContentWire } from '#contracts/wire/admin-moderation.ts';
import { tableReply } from '#contracts/wire/admin-replies.ts';
import { type ContentFilter, exportContent, readContent } from '#domain/post/content-table.ts';
import { findUserId } from '#domain/user/find-user-id.ts';
import { startPurge } from '#moderation/purge-job.ts';
import { MAX_COUNTED_ROWS } from '#platform/limits.ts';
import type { ApiContext } from '../../http/context.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import {
  oneOf,
  optionalId,
  optionalTime,
  toLowerTimeBound,
  toUpperTimeBound,
} from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import { adminTags, getAdministrator } from './admin-access.ts';
import { csvResponses, sendCsv } from './csv.ts';
import { optionalChoice, past, personFilter, tableQuery } from './table-query.ts';

/* Threads and replies, whatever their state (R23, R24). */

export const adminContentRoutes = createRouter();

const contentQuery = tableQuery(['created_at'], '-created_at', {
  kind: oneOf(CONTENT_KINDS, 'thread'),
  author: personFilter,
  forum_id: optionalId,
  state: optionalChoice(CONTENT_STATES),
  from: optionalTime,
  to: optionalTime,
  past,
});

async function toContentFilter(
  c: ApiContext,
  { kind, author, forum_id, state, from, to, q }: z.output<typeof contentQuery>,
): Promise<ContentFilter> {
  return {
    kind,
    state,
    from: toLowerTimeBound(c, from),
    to: toUpperTimeBound(c, to),
    keywords: q?.trim() || undefined,
    forumId: forum_id || undefined,
    authorId: await findUserId(c.var.deps.db, author),
  };
}

adminContentRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/written',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'Threads or replies, the newest first',
    description: `\`q\`: words, found as the site's search finds them. \`author\`: a name or a number. \`offset\` is at most ${MAX_COUNTED_ROWS}: what lies further back is behind \`past\`.`,
    request: { query: contentQuery },
    responses: jsonResponses(tableReply(AdminContentWire)),
  }),
  async (c) => {
    const query = c.req.valid('query');
    if (query.offset > MAX_COUNTED_ROWS)
      throw new AppError('malformed', { values: { field: 'offset' } });
    return c.json(
      await readContent(
        c.var.deps.db,
        await toContentFilter(c, query),
        query.sort === 'created_at',
        query,
      ),
      200,
    );
  },
);

adminContentRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/written.csv',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'The same as a file, all of it',
    request: { query: contentQuery },
    responses: csvResponses,
  }),
  async (c) => {
    const query = c.req.valid('query');
    return sendCsv(
      c,
      query.kind === 'thread' ? 'threads' : 'replies',
      {
        id: (row) => row.id,
        thread_id: (row) => row.thread_id,
        subject: (row) => row.subject,
        floor: (row) => row.storey,
        text: (row) => row.excerpt,
        forum: (row) => row.forum_name,
        author: (row) => row.author.nickname,
        author_id: (row) => row.author.id,
        state: (row) => row.state,
        created_at: (row) => row.created_at,
        deleted_at: (row) => row.deleted_at,
        deleted_by: (row) => row.deleted_by,
      },
      exportContent(c.var.deps.db, await toContentFilter(c, query), query.sort === 'created_at'),
    );
  },
);

adminContentRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/written/purge',
    ...requireRight('content.purge', limitRate('moderate')),
    tags: adminTags,
    summary: 'Removes deleted threads or replies for good',
    description:
      'A job; what isn’t deleted by then is left alone. The action log keeps that it was done, nothing keeps the text. This can’t be undone.',
    request: { body: jsonBody(PurgeContentWire) },
    responses: jsonResponses(JobStartedWire),
  }),
  async (c) => {
    const { kind, ids, note } = c.req.valid('json');
    return c.json(
      {
        job: await startPurge(
          c.var.deps.db,
          getAdministrator(c).userId,
          [...new Set(ids)].map((id) => ({ kind, id })),
          note,
        ),
      },
      200,
    );
  },
);
