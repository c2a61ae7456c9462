import { createRoute, type z } from '@hono/zod-openapi';
import { HOLD_REASONS } from '#contracts/admin-choices.ts';
import { AdminReviewDecisionWire } from '#contracts/wire/admin-moderation.ts';
import { tableReply } from '#contracts/wire/admin-replies.ts';
import { ReviewRowWire } from '#contracts/wire/moderation.ts';
import { decideReview } from '#moderation/review-decision.ts';
import type { ApiContext } from '../../http/context.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import {
  adminActionResponses,
  getActionContext,
  sendAdminActionResult,
} from '../../http/moderation-action.ts';
import { optionalId } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import { readReviewRows } from '../moderation/review.ts';
import { adminTags } from './admin-access.ts';
import { csvResponses, sendCsv } from './csv.ts';
import { optionalChoice, tableQuery } from './table-query.ts';

/* What waits for a moderator's look (R14, R32). */

export const adminReviewRoutes = createRouter();

const reviewQuery = tableQuery(['created_at'], 'created_at', {
  kind: optionalChoice(['thread', 'reply', 'comment']),
  reason: optionalChoice(HOLD_REASONS),
  forum_id: optionalId,
});

adminReviewRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/review',
    ...requireRight('review.handle'),
    tags: adminTags,
    summary: 'What waits for review, the longest wait first',
    description:
      '`reason`: words (sensitive ones), edit (words came in later), captcha (passed without being solved), newcomer (a new account links to other sites).',
    request: { query: reviewQuery },
    responses: jsonResponses(tableReply(ReviewRowWire)),
  }),
  async (c) => c.json(await readReviewRows(c, c.req.valid('query')), 200),
);

/** Rows of a portion of the file. */
const CSV_ROWS_PER_PORTION = 200;

async function* streamReviewRows(c: ApiContext, query: z.output<typeof reviewQuery>) {
  for (let offset = 0; ; offset += CSV_ROWS_PER_PORTION) {
    const { rows } = await readReviewRows(c, { ...query, offset, limit: CSV_ROWS_PER_PORTION });
    if (rows.length === 0) return;
    yield rows;
  }
}

adminReviewRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/review.csv',
    ...requireRight('review.handle'),
    tags: adminTags,
    summary: 'The same as a file, all of it',
    request: { query: reviewQuery },
    responses: csvResponses,
  }),
  (c) =>
    sendCsv(
      c,
      'review',
      {
        kind: (row) => row.kind,
        id: (row) => row.id,
        reason: (row) => row.reason,
        words: (row) => [...new Set(row.findings.map(({ word }) => word))].join('; '),
        links: (row) => row.links.join(' '),
        forum: (row) => row.forum_name,
        thread: (row) => row.subject,
        text: (row) => row.text,
        author: (row) => row.author.nickname,
        author_id: (row) => row.author.id,
        created_at: (row) => row.created_at,
      },
      streamReviewRows(c, c.req.valid('query')),
    ),
);

adminReviewRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/review',
    ...requireRight('review.handle', limitRate('moderate')),
    tags: adminTags,
    summary: 'Lets through what waits, or rejects it',
    description:
      'All of it or, when something doesn’t wait any more (409), nothing. With `notify` the authors are told, with `note` as the reason.',
    request: { body: jsonBody(AdminReviewDecisionWire) },
    responses: adminActionResponses,
  }),
  async (c) => {
    const { items, action, ...body } = c.req.valid('json');
    return sendAdminActionResult(
      c,
      await decideReview(getActionContext(c, body), items, action === 'approve'),
    );
  },
);
