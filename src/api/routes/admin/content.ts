import { AppError } from '#contracts/errors.ts';
import { MAX_COUNTED_ROWS } from '#contracts/limits.ts';
import {
  type ContentFilter,
  exportContent,
  readContent,
} from '#domain/content/post/content-table.ts';
import { toReaderPortions, toReaderRow } from '#domain/message/reader-text.ts';
import { findUserId } from '#domain/people/find-user-id.ts';
import { startPurge } from '#moderation/purge.ts';
import { answerCalls, type CallHandlers } from '../../http/answer-calls.ts';
import type { ApiContext } from '../../http/context.ts';
import { getMediaWords } from '../../http/read-context.ts';
import { toLowerTimeBound, toUpperTimeBound } from '../../http/time-bounds.ts';
import { sendRows } from './answer-table.ts';

/* Threads and replies in any state (R23, R24). */

type ContentHandlers = NonNullable<CallHandlers['GET /v2/admin/written']>;

const toContentFilter = async (
  c: ApiContext,
  query: Parameters<ContentHandlers['page']>[1]['query'],
): Promise<ContentFilter> => ({
  kind: query.kind,
  state: query.state,
  from: toLowerTimeBound(c, query.from),
  to: toUpperTimeBound(c, query.to),
  keywords: query.q?.trim() || undefined,
  forumId: query.forum_id || undefined,
  authorId: await findUserId(c.var.deps.db, query.author),
});

export const adminContentRoutes = answerCalls({
  'GET /v2/admin/written': {
    async page(c, { db, query }) {
      if (query.offset > MAX_COUNTED_ROWS)
        throw new AppError('malformed', { values: { field: 'offset' } });
      const filter = await toContentFilter(c, query);
      const page = await readContent(db, filter, query.sort === 'created_at', query);
      const words = getMediaWords(c);
      return { ...page, rows: page.rows.map((row) => toReaderRow(row, words)) };
    },

    async file(c, { db, query }) {
      const filter = await toContentFilter(c, query);
      return sendRows(
        c,
        'GET /v2/admin/written',
        toReaderPortions(exportContent(db, filter, query.sort === 'created_at'), getMediaWords(c)),
        query.kind === 'thread' ? 'threads' : 'replies',
      );
    },
  },

  'POST /v2/admin/written/purge': async (_, { db, actorId, body: { kind, ids, note } }) => {
    const items = [...new Set(ids)].map((id) => ({ kind, id }));
    return { job: await startPurge(db, actorId, items, note) };
  },
});
