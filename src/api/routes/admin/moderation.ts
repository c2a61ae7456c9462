import { toReaderPortions } from '#domain/message/reader-text.ts';
import { exportReportCases, readOpenReportCases } from '#domain/reports/cases.ts';
import type { ReviewQueueQuery } from '#domain/reports/review/queue.ts';
import { decideReview } from '#moderation/review-decision.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import type { ApiContext } from '../../http/context.ts';
import { completeAdminAction, getActionContext } from '../../http/moderation-action.ts';
import { getMediaWords } from '../../http/read-context.ts';
import { performAction } from '../moderation/perform-action.ts';
import {
  createCaseHandler,
  listReportCases,
  showReportCase,
  toCaseFilter,
} from '../moderation/report-cases.ts';
import { readReviewRows } from '../moderation/review-rows.ts';
import { addNote, editNote, listNotes, removeNote } from '../moderation/user-notes.ts';
import { sendRows } from './answer-table.ts';

/* Moderation in the admin area: actions, reports (R28), the review queue (R14, R32). */

/** Review queue rows per batch of the file. */
const CSV_ROWS_PER_PORTION = 200;

async function* streamReviewRows(
  c: ApiContext,
  query: Omit<ReviewQueueQuery, 'forumId' | 'offset' | 'limit'>,
) {
  for (let offset = 0; ; offset += CSV_ROWS_PER_PORTION) {
    const { rows } = await readReviewRows(c, { ...query, offset, limit: CSV_ROWS_PER_PORTION });
    if (rows.length === 0) return;
    yield rows;
  }
}

export const adminModerationRoutes = answerCalls({
  'POST /v2/admin/actions': async (c, { body }) =>
    completeAdminAction(c, await performAction(c, body)),

  'GET /v2/admin/reports': {
    page: listReportCases,
    file: (c, { db, query }) =>
      sendRows(
        c,
        'GET /v2/admin/reports',
        toReaderPortions(
          exportReportCases(db, toCaseFilter(c, query), query.sort),
          getMediaWords(c),
        ),
      ),
  },
  'GET /v2/admin/reports/open': (_, { db, actorId }) => readOpenReportCases(db, actorId),
  'GET /v2/admin/reports/{id}': showReportCase,
  'POST /v2/admin/reports/{id}': createCaseHandler('/v2/admin/actions'),

  'GET /v2/admin/notes': listNotes,
  'POST /v2/admin/notes': addNote,
  'PUT /v2/admin/notes/{id}': editNote,
  'DELETE /v2/admin/notes/{id}': removeNote,

  'GET /v2/admin/review': {
    page: (c, { query }) => readReviewRows(c, query),
    file: (c, { query }) => sendRows(c, 'GET /v2/admin/review', streamReviewRows(c, query)),
  },

  'POST /v2/admin/review': async (c, { body: { items, action, ...body } }) =>
    completeAdminAction(
      c,
      await decideReview(getActionContext(c, body), items, action === 'approve'),
    ),
});
