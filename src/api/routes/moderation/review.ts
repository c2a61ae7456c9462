import { createRoute, z } from '@hono/zod-openapi';
import {
  ReviewDecisionWire,
  ReviewQueueReplyWire,
  type ReviewRowWire,
} from '#contracts/wire/moderation.ts';
import { findExternalLinks } from '#domain/message/external-links.ts';
import { findWrittenLinks } from '#domain/message/resolve-url.ts';
import { type ReviewQueueQuery, readReviewQueue } from '#domain/review/queue.ts';
import { decideReview } from '#moderation/review-decision.ts';
import { getSite, requireModerator } from '../../http/caller.ts';
import type { ApiContext } from '../../http/context.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import {
  actionResponses,
  getActionContext,
  sendActionResult,
} from '../../http/moderation-action.ts';
import { limit, oneOf, optionalId, rowOffset } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

/* What waits for a moderator's look (R14, R32). */

const tags = ['moderation'];

export const reviewRoutes = createRouter();

/** Addresses that are shown of one message. */
const MAX_LINKS_SHOWN = 20;

/** What waits for review where the caller moderates, with the addresses that newcomers lead to. */
export async function readReviewRows(
  c: ApiContext,
  { forum_id, ...query }: Omit<ReviewQueueQuery, 'forumId'> & { forum_id?: number | undefined },
): Promise<{ rows: ReviewRowWire[]; total: number }> {
  const { host } = getSite(c);
  const { rows, total } = await readReviewQueue(c.var.deps.db, requireModerator(c), {
    ...query,
    forumId: forum_id || undefined,
  });
  const linksOf = ({ kind, subject, message, reason }: (typeof rows)[number]) =>
    reason === 'newcomer'
      ? [
          ...findWrittenLinks(kind === 'thread' ? subject : '', host),
          ...findExternalLinks(message, host),
        ].slice(0, MAX_LINKS_SHOWN)
      : [];
  return { rows: rows.map((row) => ({ ...row, links: linksOf(row) })), total };
}

reviewRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/moderation/review',
    tags,
    ...requireRight('review.handle'),
    summary: 'What waits for review in the forums that the caller moderates; the oldest first',
    description:
      '`reason`: words (sensitive ones), captcha (passed without being solved), newcomer (links in a first post), edit (words came in later). `offset` counts rows.',
    request: {
      query: z.object({
        forum_id: optionalId,
        kind: oneOf(['any', 'thread', 'reply', 'comment'], 'any'),
        offset: rowOffset,
        limit: limit(20),
      }),
    },
    responses: jsonResponses(ReviewQueueReplyWire),
  }),
  async (c) => {
    const { kind, ...query } = c.req.valid('query');
    const { rows, total } = await readReviewRows(c, {
      ...query,
      kind: kind === 'any' ? undefined : kind,
    });
    return c.json({ code: 0, msg: 'ok', data: rows, total_count: total }, 200);
  },
);

reviewRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/moderation/review',
    tags,
    ...requireRight('review.handle', limitRate('moderate')),
    summary: 'Lets through what waits, or rejects it',
    description:
      'Approving shows and counts it, gives its author the credit and tells whom writing it would have told; rejecting deletes it. 409 for what doesn’t wait any more. With `is_notify` 1 the author is told.',
    request: { body: jsonBody(ReviewDecisionWire) },
    responses: actionResponses,
  }),
  async (c) => {
    const { items, action, ...body } = c.req.valid('json');
    return sendActionResult(
      c,
      await decideReview(getActionContext(c, body), items, action === 'approve'),
    );
  },
);
