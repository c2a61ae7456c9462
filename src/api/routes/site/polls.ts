import { requireActor } from '#auth/guards.ts';
import { AppError } from '#contracts/errors.ts';
import { readVote, voteInPoll } from '#domain/content/poll/vote.ts';
import { setResolved } from '#domain/content/thread/edit.ts';
import { createReport, type Reportable } from '#domain/reports/create.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { createModerationCheck } from '../../http/caller.ts';
import type { ApiContext } from '../../http/context.ts';

/* Voting, reporting, resolving. */

const resolve = (c: ApiContext, id: number, resolved: boolean) =>
  setResolved(c.var.deps.db, requireActor(c), id, resolved, createModerationCheck(c));

export const pollRoutes = answerCalls({
  'GET /v1/thread/exists/poll': async (_, { db, actorId, query: { id } }) =>
    (await readVote(db, actorId, id)) !== undefined,

  'POST /v1/thread/poll': (c, { db, body: { tid, polloptionid } }) =>
    voteInPoll(db, requireActor(c), tid, polloptionid),

  'POST /v1/thread/post/report': async (
    c,
    { db, body: { post_id, comment_id, letter_id, report_type, message } },
  ) => {
    const named = Object.entries({ post: post_id, comment: comment_id, letter: letter_id }).filter(
      (one): one is [Reportable, number] => typeof one[1] === 'number',
    );
    const [target] = named;
    if (!target || named.length > 1)
      throw new AppError('malformed', { values: { field: 'post_id' } });
    const id = await createReport(db, requireActor(c), {
      item: target[0],
      id: target[1],
      kind: report_type,
      message: message ?? '',
    });
    return { id };
  },

  'POST /v2/user/thread/{id}/resolve': (c, { id }) => resolve(c, id, true),
  'POST /v2/user/thread/{id}/unresolve': (c, { id }) => resolve(c, id, false),
});
