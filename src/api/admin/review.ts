import { createRoute, type z } from '@hono/zod-openapi';
import {
  AdminReviewWire,
  AdminWaitingWire,
  WAITING_REASONS,
} from '#contracts/wire/admin-moderation.ts';
import { writtenLinks } from '#domain/message/addresses.ts';
import { linksIn } from '#domain/message/links.ts';
import { review } from '#moderation/review.ts';
import { readMarked } from '#moderation/review-marked.ts';
import type { Ctx } from '../context.ts';
import { may } from '../middleware/may.ts';
import { rate } from '../middleware/rate.ts';
import { placeOf } from '../moderating.ts';
import { optionalId } from '../params.ts';
import { jsonBody, replies, router } from '../router.ts';
import { moderatorOf, siteOf } from '../speaking.ts';
import { adminActed, answerHere, reasonOf } from './acted.ts';
import { tags } from './area.ts';
import { csvReply, sendCsv } from './csv.ts';
import { choice, tableQuery, tableReply } from './table.ts';

/* What waits for a moderator's look (R14, R32). */

export const adminReview = router();

const query = tableQuery(['created_at'], 'created_at', {
  kind: choice(['thread', 'reply', 'comment']),
  reason: choice(WAITING_REASONS),
  forum_id: optionalId,
});
type Asked = z.output<typeof query>;
const filterOf = ({ kind, reason, forum_id }: Asked) => ({
  kind,
  reason,
  forumId: forum_id || undefined,
});

/** Addresses that are shown of one message. */
const LINKS_SHOWN = 20;

/** With the addresses that a newcomer leads to. */
const withLinks = (
  c: Ctx,
  rows: Awaited<ReturnType<typeof readMarked>>['rows'],
): z.infer<typeof AdminWaitingWire>[] =>
  rows.map((row) => {
    const { host } = siteOf(c);
    const subject = row.kind === 'thread' ? row.subject : '';
    return {
      ...row,
      links:
        row.reason === 'newcomer'
          ? [...writtenLinks(subject, host), ...linksIn(row.message, host)].slice(0, LINKS_SHOWN)
          : [],
    };
  });

adminReview.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/review',
    ...may('review.handle'),
    tags,
    summary: 'What waits for review, the longest wait first',
    description:
      '`reason`: words (sensitive ones), edit (words came in later), captcha (passed without being solved), newcomer (a new account links to other sites).',
    request: { query },
    responses: replies(tableReply(AdminWaitingWire)),
  }),
  async (c) => {
    const asked = c.req.valid('query');
    const { rows, total } = await readMarked(c.var.deps.db, moderatorOf(c), {
      ...filterOf(asked),
      offset: asked.offset,
      limit: asked.limit,
    });
    return c.json({ rows: withLinks(c, rows), total }, 200);
  },
);

/** Rows of a portion of the file. */
const PORTION = 200;

adminReview.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/review.csv',
    ...may('review.handle'),
    tags,
    summary: 'The same as a file, all of it',
    request: { query },
    responses: csvReply,
  }),
  (c) => {
    const asked = c.req.valid('query');
    const moderator = moderatorOf(c);
    async function* portions() {
      for (let offset = 0; ; offset += PORTION) {
        const { rows } = await readMarked(c.var.deps.db, moderator, {
          ...filterOf(asked),
          offset,
          limit: PORTION,
        });
        if (rows.length === 0) return;
        yield withLinks(c, rows);
      }
    }
    return sendCsv(
      c,
      'review',
      {
        kind: (row) => row.kind,
        id: (row) => row.id,
        reason: (row) => row.reason,
        words: (row) => [...new Set(row.findings.map((one) => one.word))].join('; '),
        links: (row) => row.links.join(' '),
        forum: (row) => row.forum_name,
        thread: (row) => row.subject,
        text: (row) => row.text,
        author: (row) => row.author.nickname,
        author_id: (row) => row.author.id,
        created_at: (row) => row.created_at,
      },
      portions(),
    );
  },
);

adminReview.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/review',
    ...may('review.handle', rate('moderate')),
    tags,
    summary: 'Lets through what waits, or rejects it',
    description:
      'All of it or, when something doesn’t wait any more (409), nothing. With `notify` the authors are told, with `note` as the reason.',
    request: { body: jsonBody(AdminReviewWire) },
    responses: adminActed,
  }),
  async (c) => {
    const { items, action, ...body } = c.req.valid('json');
    return answerHere(
      c,
      await review(placeOf(c), moderatorOf(c), reasonOf(body), items, action === 'approve'),
    );
  },
);
