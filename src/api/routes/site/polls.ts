import { createRoute, z } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import { AppError } from '#contracts/errors.ts';
import { BooleanReplyWire, CreatedReportReplyWire, OkReplyWire } from '#contracts/wire/replies.ts';
import { NewReportWire, VoteWire } from '#contracts/wire/requests.ts';
import { readVote, voteInPoll } from '#domain/poll/vote.ts';
import { createReport, type Reportable } from '#domain/report/create.ts';
import { setResolved } from '#domain/thread/resolve.ts';
import { createModerationCheck } from '../../http/caller.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { requiredId } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

/* Voting, reporting, resolving: what members do to threads besides writing and liking. */

export const pollRoutes = createRouter();

pollRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/exists/poll',
    tags: ['thread'],
    ...requireRight('own.read'),
    summary: 'Whether the caller has voted in a thread’s poll',
    request: { query: z.object({ id: requiredId }) },
    responses: jsonResponses(BooleanReplyWire),
  }),
  async (c) => {
    const { userId } = requireActor(c);
    const chosen = await readVote(c.var.deps.db, userId, c.req.valid('query').id);
    return c.json({ code: 0, msg: 'ok', data: chosen !== undefined }, 200);
  },
);

pollRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/thread/poll',
    tags: ['thread'],
    ...requireRight('poll.vote', limitRate('react')),
    summary: 'Votes in a thread’s poll, once, or anew',
    description:
      'A vote of who has voted takes the place of the former one in a poll whose `changeable` is 1. Errors: `expired`, `limit` (none or too many), `voted` (in any other poll); 400 for an option of another poll.',
    request: { body: jsonBody(VoteWire) },
    responses: jsonResponses(OkReplyWire),
  }),
  async (c) => {
    const actor = requireActor(c);
    const { tid, polloptionid } = c.req.valid('json');
    await voteInPoll(c.var.deps.db, actor, tid, polloptionid);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);

pollRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/thread/post/report',
    tags: ['thread'],
    ...requireRight('report.create'),
    summary: 'Reports a post, a comment or a letter',
    description:
      'With one of `post_id`, `comment_id` and `letter_id`. A letter is reported by its receiver, to administrators; nobody else sees it, and they see no other. `report_type` is a number or a code of /v1/thread/post/report/list. Errors: `length`, `reported` (the caller has an open report of it).',
    request: { body: jsonBody(NewReportWire) },
    responses: jsonResponses(CreatedReportReplyWire),
  }),
  async (c) => {
    const actor = requireActor(c);
    const { post_id, comment_id, letter_id, report_type, message } = c.req.valid('json');
    const named = Object.entries({ post: post_id, comment: comment_id, letter: letter_id }).filter(
      (one): one is [Reportable, number] => typeof one[1] === 'number',
    );
    const [target] = named;
    if (!target || named.length > 1)
      throw new AppError('malformed', { values: { field: 'post_id' } });
    const id = await createReport(c.var.deps.db, actor, {
      item: target[0],
      id: target[1],
      kind: report_type,
      message: message ?? '',
    });
    return c.json({ code: 0, msg: 'ok', data: { id } }, 200);
  },
);

for (const [word, resolved] of [
  ['resolve', true],
  ['unresolve', false],
] as const) {
  pollRoutes.openapi(
    createRoute({
      method: 'post',
      path: `/v2/user/thread/{id}/${word}`,
      tags: ['thread'],
      ...requireRight('thread.resolve', limitRate('edit')),
      summary: resolved ? 'Marks a thread as resolved' : 'Takes back that a thread is resolved',
      description: 'For its author and for moderators.',
      request: { params: z.object({ id: requiredId }) },
      responses: jsonResponses(OkReplyWire),
    }),
    async (c) => {
      const actor = requireActor(c);
      await setResolved(
        c.var.deps.db,
        actor,
        c.req.valid('param').id,
        resolved,
        createModerationCheck(c),
      );
      return c.json({ code: 0, msg: 'ok' }, 200);
    },
  );
}
